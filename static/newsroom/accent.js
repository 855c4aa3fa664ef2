// Shows how a colour looks on the page as soon as it is chosen; without scripts, a button does.
"use strict";
const accent = document.getElementById("accent");
accent.addEventListener("change", async () => {
  const fields = new FormData(accent.form);
  fields.delete("logo_file");
  fields.set("do", "color");
  const answer = await fetch("/admin/settings", { method: "POST", body: fields }).catch(() => null);
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const look = page?.getElementById("accent-look");
  if (look) document.getElementById("accent-look").replaceWith(look);
});
