// Faults that a reader would notice, measured in the page itself. Every list is empty if all is well.
// `width` is the width of the screen in CSS pixels. The page cannot tell, since it zooms out if it is too wide.
async ({ width, leastText, leastTarget }) => {
  // Describes an element, short enough for a report.
  const name = node => {
    const parts = [];
    for (let one = node; one && one !== document.body && parts.length < 3; one = one.parentElement) {
      const classes = typeof one.className === 'string' ? one.className.trim() : '';
      parts.unshift(one.localName + (one.id ? '#' + one.id : '') + (classes ? '.' + classes.replace(/\s+/g, '.') : ''));
    }
    return parts.join(' > ') + ' “' + (node.textContent || node.alt || node.name || '').trim().slice(0, 24) + '”';
  };
  const nextFrame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isVisible = node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isOffScreen = box => box.right <= 0 || box.bottom + scrollY <= 0;
  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (!node.data.trim() || !isVisible(parent) || ['SCRIPT', 'STYLE', 'OPTION', 'NOSCRIPT'].includes(parent.nodeName)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = Array.from(range.getClientRects()).filter(box => box.width > 1 && box.height > 1 && !isOffScreen(box));
      if (boxes.length) found.push({ node: parent, boxes });
    }
    return found;
  };

  // Scrolls through the page, so that lazy pictures load.
  const settle = async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await nextFrame();
    }
    const waiting = Array.from(document.images).filter(image => isVisible(image) && !image.complete);
    waiting.forEach(image => { image.loading = 'eager'; });  // those inside scrollable boxes
    await Promise.all(waiting.map(image => Promise.race([
      new Promise(done => { image.onload = image.onerror = done; }), new Promise(done => setTimeout(done, 10000))])));
    scrollTo(0, 0);
    await nextFrame();
  };

  const tooSmallText = () => {
    const found = texts().map(text => text.node);
    found.push(...Array.from(document.querySelectorAll('input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea')).filter(isVisible));
    return found.map(node => [parseFloat(getComputedStyle(node).fontSize), node])
      .filter(([size]) => size < leastText - 0.01).map(([size, node]) => `${size.toFixed(1)} px: ${name(node)}`);
  };

  const scrolls = node => /auto|scroll/.test(getComputedStyle(node).overflowX + getComputedStyle(node).overflowY);
  const cutOff = () => {
    const found = [];
    for (const { node, boxes } of texts()) {
      for (const box of boxes) {
        let outside = null, one = node;
        for (; one && one !== document.documentElement && !scrolls(one); one = one.parentElement) {
          const edge = one.getBoundingClientRect(), style = getComputedStyle(one);
          if (style.overflowX !== 'visible' && (box.right > edge.right + 1 || box.left < edge.left - 1)) outside = name(one);
          if (style.overflowY !== 'visible' && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3)) outside = name(one);
        }
        const isInScroller = one && one !== document.documentElement;
        if (!isInScroller && (box.right > width + 1 || box.left < -1)) outside = 'the screen';
        if (outside) found.push(`${name(node)} by ${outside}`);
      }
    }
    return Array.from(new Set(found));
  };

  // A target is as large as the area where a touch reaches it, whatever draws it (WCAG 2.5.5).
  const TARGETS = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=tab],[tabindex="0"]';
  const area = target => target.closest('label') || target;
  const reach = (target, x, y, dx, dy) => {
    let steps = 0;
    for (; steps < leastTarget * 2; steps += 1) {  // beyond that, this side alone is large enough
      const hit = document.elementFromPoint(x + dx * steps / 2, y + dy * steps / 2);
      if (!hit || !(target === hit || target.contains(hit))) break;
    }
    return steps / 2;
  };
  const extent = (target, x, y, dx, dy) => {
    const one = reach(target, x, y, dx, dy);
    return one >= leastTarget ? one : one + reach(target, x, y, -dx, -dy);
  };
  // Links within a sentence may be as small as its lines.
  const isInSentence = target => {
    if (target.localName !== 'a' || getComputedStyle(target).display !== 'inline') return false;
    let block = target.parentElement;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement;
    const words = block.cloneNode(true);
    words.querySelectorAll('a').forEach(link => link.remove());
    return (words.textContent.match(/\p{L}/gu) || []).length >= 20;
  };
  const tooSmallTargets = () => {
    const found = [];
    for (const one of document.querySelectorAll(TARGETS)) {
      if (!isVisible(one) || one.disabled || isInSentence(one)) continue;
      const target = area(one);
      let restore = null;
      if (isOffScreen(target.getBoundingClientRect())) {  // the skip link is visible only when focused
        one.focus();
        restore = () => one.blur();
      }
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const boxes = Array.from(target.getClientRects()).sort((one, other) => other.width * other.height - one.width * one.height);
      if (boxes.length) {
        const x = boxes[0].left + boxes[0].width / 2, y = boxes[0].top + boxes[0].height / 2;
        const wide = extent(target, x, y, 1, 0), high = extent(target, x, y, 0, 1);
        if (wide < leastTarget - 0.5 || high < leastTarget - 0.5) found.push(`${wide} x ${high}: ${name(one)}`);
      }
      if (restore) restore();
    }
    scrollTo(0, 0);
    return found;
  };

  const badImages = () => Array.from(document.images).filter(isVisible).flatMap(image => [
    image.hasAttribute('width') && image.hasAttribute('height') ? [] : `without width and height: ${image.src}`,
    image.naturalWidth ? [] : `not loaded: ${image.currentSrc || image.src}`,
  ].flat());

  // The page's background colour as red, green and blue.
  const paper = () => {
    const canvas = document.body.appendChild(document.createElement('i'));
    canvas.style.backgroundColor = 'Canvas';
    const [first] = [document.body, document.documentElement, canvas].map(node => getComputedStyle(node).backgroundColor)
      .filter(colour => !/, 0\)$/.test(colour));
    canvas.remove();
    return first.match(/\d+/g).slice(0, 3).map(Number);
  };

  await settle();
  const shifts = (window.layoutShifts || []).map(shift => `${shift.value.toFixed(4)} after ${shift.time} ms on ${shift.screen}: `
    + shift.moves.map(move => `${name(move.node)} from ${move.places}`).join(', '));
  const headings = Array.from(document.querySelectorAll('h1,h2,h3,h4,h5,h6')).filter(node => node.checkVisibility())
    .map(node => ({ level: Number(node.localName[1]), text: node.textContent.trim() }));
  return {
    scrollWidth: document.documentElement.scrollWidth, paper: paper(), headings, shifts,
    cutOff: cutOff(), tooSmallText: tooSmallText(), tooSmallTargets: tooSmallTargets(), badImages: badImages(),
    text: document.body.innerText, scriptElements: document.scripts.length,
  };
}
