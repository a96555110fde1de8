// What every widget has of its Python object.

/**
 * @typedef {object} Model the traits of a widget in Python, as anywidget hands them over
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 * @property {{ kernel: any }} [widget_manager]
 */

export {};
