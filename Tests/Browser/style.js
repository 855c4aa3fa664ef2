// What this browser does not understand of style sheets: selectors and declarations, but those that are for one browser alone.
sheets => sheets.flatMap(css => {
  const found = [];
  const isSelector = text => { try { document.querySelector(text); return true; } catch { return false; } };
  for (const [, selector, body] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    if (!selector.startsWith('@') && !/^(\d+%|from|to)$|::-moz-/.test(selector) && !isSelector(selector)) found.push(selector);
    for (const declaration of body.split(/;(?![^(]*\))/).filter(Boolean)) {
      const [property, ...value] = declaration.split(':');
      const said = value.join(':').replace(/!important$/, '');
      if (!/^-(webkit|moz)-/.test(property) && !CSS.supports(property, said)) found.push(declaration);
    }
  }
  return found;
})
