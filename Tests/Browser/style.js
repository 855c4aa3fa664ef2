// Returns the selectors and declarations that this browser does not understand, except those meant for one browser only.
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
