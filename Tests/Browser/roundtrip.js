// Sets random texts in the editor, and reads them back from the Markdown that it wrote, by the server. Returns those that came back different.
async seeds => {
  const view = document.querySelector('.ProseMirror'), editor = view.editor, field = document.getElementById('body');
  const WORDS = ['a','b.','*','_','x_y','`','[z]','!','1.','2)','-','#','##','&amp;','&','<b>','\\','“q”','é','😀','~','+','=','http://x.y/?a=b&c=d',')','(','|','>','d\u00a0e','**','***','---','>q','c','word','"','\'','日本','$','{','^'];
  const MARKS = ['strong','em','u','s','sub','code','link','cite','q'];
  const run = seed => {
    let state = seed * 2654435761 >>> 0 || 1;
    const next = n => { state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state % n; };
    const pick = list => list[next(list.length)];
    const inline = breaks => {
      const parts = [];
      for (let i = 0, n = 1 + next(6); i < n; i += 1) {
        let text = Array.from({ length: 1 + next(3) }, () => pick(WORDS)).join(next(2) ? ' ' : '');
        if (i && next(2) && parts[parts.length - 1].type === 'text') parts.push({ type: 'text', text: ' ' });
        const marks = [];
        if (next(2)) marks.push(pick(MARKS));
        if (!next(3)) marks.push(pick(MARKS));
        const names = [...new Set(marks)];
        parts.push({ type: 'text', text, marks: names.map(type => type === 'link' ? { type, attrs: { href: pick(['https://e.org/a_b*c', '/x?(y)', 'mailto:a@b.c']), title: pick([null, null, 'T "q"']) } } : { type }) });
        if (breaks && i < n - 1 && !next(5)) parts.push({ type: 'hardBreak' });
      }
      if (parts[parts.length - 1].type !== 'text') parts.pop();
      return parts;
    };
    const block = depth => {
      const kind = next(depth ? 9 : 4);
      if (kind < 3) return { type: 'paragraph', content: inline(true) };
      if (kind === 3) return { type: 'heading', attrs: { level: 2 + next(3) }, content: inline(!next(4)) };
      if (kind === 4) return { type: 'blockquote', content: blocks(depth - 1) };
      if (kind === 5) return { type: 'picture', attrs: { hash: 'ab'.repeat(32), alt: pick(['', 'A "view" [x] *y*']), caption: pick(['', 'Said <so> & so']), credit: pick(['', 'Photo: "A" <b> · c']) } };
      if (kind === 6) return { type: 'horizontalRule' };
      return { type: kind === 7 ? 'bulletList' : 'orderedList', content: Array.from({ length: 1 + next(3) }, () =>
        ({ type: 'listItem', content: [{ type: 'paragraph', content: inline(true) }, ...(next(3) ? [] : blocks(depth - 1))] })) };
    };
    const blocks = depth => Array.from({ length: 1 + next(3) }, () => block(depth));
    return { type: 'doc', content: Array.from({ length: 1 + next(3) }, () => block(2)) };
  };
  const faults = [];
  for (const seed of seeds) {
    const document_ = run(seed);
    editor.commands.setContent(document_, { emitUpdate: true });
    const trim = json => { const { content } = json; while (content.length && content[content.length - 1].type === 'paragraph' && !content[content.length - 1].content) content.pop(); return JSON.stringify(json); };
    const before = trim(editor.getJSON()), text = field.value;
    field.value = text + '\n';
    const dom = editor.state;
    field.form.dispatchEvent(new Event('filled'));
    for (let i = 0; i < 400 && editor.state === dom; i += 1) await new Promise(done => setTimeout(done, 5));
    const after = trim(editor.getJSON());
    if (after !== before) faults.push({ seed, text, before, after });
  }
  return faults;
}
