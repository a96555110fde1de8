"""What the other browser tests rely on: nothing goes outside unseen, and errors are listed."""


def test_what_a_page_asks_for_outside_is_refused_and_listed(page, outside, errors):
    page.set_content(
        "<img src='http://example.invalid/x.png'><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>"
    )
    page.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    page.evaluate("new Promise(done => { new WebSocket('ws://example.invalid/s').onclose = done; })")
    assert outside == ["http://example.invalid/x.png", "http://127.0.0.1:9/", "ws://example.invalid/s"]
    outside.clear()
    errors.clear()  # which name the same


def test_errors_of_a_page_are_listed(page, errors):
    page.set_content("<script>console.error('one'); console.warn('none'); throw Error('two')</script>")
    assert errors == ["one", "two"]
    errors.clear()
