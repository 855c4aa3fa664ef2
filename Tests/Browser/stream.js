/* Simulates a page that arrives slowly: writes it into a frame of this width, cut at every tag and text, and returns the elements that
   moved. Words may wrap to the next line as a line fills, so only blocks are checked, and only the last ones. */
([html, width]) => {
  const LOOKED_AT = 60, TOLD = 10;
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { width: width + 'px', height: '3000px', border: 0 });
  document.body.replaceChildren(frame);
  const page = frame.contentDocument;
  page.open();
  const start = html.indexOf('<body');
  const places = new Map(), moved = [];
  let written = 0;

  function look(end) {
    for (const element of Array.from(page.querySelectorAll('body *')).slice(-LOOKED_AT)) {
      const box = element.getBoundingClientRect(), { display, visibility } = frame.contentWindow.getComputedStyle(element);
      if (!box.width || !box.height || visibility === 'hidden' || /inline|none|contents/.test(display)) continue;
      const place = Math.round(box.left) + ',' + Math.round(box.top), before = places.get(element) ?? place;
      if (place !== before) moved.push(`${element.outerHTML.slice(0, 80)}: ${before} to ${place} after ${html.slice(end - 60, end)}`);
      places.set(element, place);
    }
  }

  for (const { index } of html.slice(start).matchAll(/<|(?<=>)[^<]/g)) {
    page.write(html.slice(written, start + index));
    written = start + index;
    look(written);
  }
  page.write(html.slice(written));
  page.close();
  look(html.length);
  return { moved: moved.slice(0, TOLD), seen: places.size };
}
