/* As a page comes in: it is written piece by piece, cut at every tag and every text, into a frame of so many pixels; gives what did not stay
   where it was at first. Words of a line may go to the next one as it fills, so blocks are looked at only, and of these the last ones. */
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
      const box = element.getBoundingClientRect();
      if (!box.width || !box.height || /inline|none|contents/.test(frame.contentWindow.getComputedStyle(element).display)) continue;
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
