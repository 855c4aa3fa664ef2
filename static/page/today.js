// Today's date beside the edition's, which may be of an earlier day.
const today = document.querySelector('.today span');
const length = matchMedia('(min-width:24em)').matches ? 'long' : 'short';
if (today) {
  document.querySelector('.today i')?.remove();
  today.textContent = new Date().toLocaleDateString(spoken, { weekday: length, day: 'numeric', month: length });
}
