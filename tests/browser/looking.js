// What a check looks for in a page. Each function gives what is wrong, in words; an empty list is well.
(() => {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=slider], [tabindex]:not([tabindex='-1'])";

  const controls = () => [...document.querySelectorAll(CONTROLS)].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled);

  const called = (element) => {
    const text = (element.ariaLabel || element.labels?.[0]?.textContent || element.textContent || element.value || "").trim().replace(/\s+/g, " ").slice(0, 40);
    const classes = element.className?.baseVal ?? element.className;
    return `<${element.localName}${element.id ? " #" + element.id : ""}${classes ? " ." + classes : ""}> "${text}"`;
  };

  // A link in a line of text is as high as the line (WCAG 2.5.8: inline).
  const inline = (element) => {
    if (element.localName !== "a" || getComputedStyle(element).display !== "inline") return false;
    const around = element.closest("p, li, td, th, dd, dt, figcaption, caption, blockquote, h1, h2, h3, label");
    return around !== null && around.textContent.trim() !== element.textContent.trim() && !around.closest("nav");
  };

  // A box to tick is pressed by its label as well.
  const extent = (element) => {
    const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
    const low = (side) => Math.min(...boxes.map((box) => box[side]));
    const high = (side) => Math.max(...boxes.map((box) => box[side]));
    return [high("right") - low("left"), high("bottom") - low("top")];
  };

  // Who scrolls with the keyboard stops at a region; nobody has to hit it.
  const pressed = (element) => element.matches("a, button, input, select, textarea, summary, [role]") && !element.matches("[role=region]");

  // Every line of text, also of what is folded away, and what is read out or shown in place of it.
  const unfolded = () => {
    const folded = [...document.querySelectorAll("details:not([open])")];
    folded.forEach((each) => { each.open = true; });
    const lines = document.body.innerText.split(/[\n\t]/);
    folded.forEach((each) => { each.open = false; });
    return lines;
  };
  const labels = () => [...document.querySelectorAll("[aria-label]")].map((each) => each.ariaLabel);

  return {
    // Takes away what is repeated again and again.
    shorten: (most) => {
      const few = document.querySelectorAll("article").length > 2 * most ? most / 10 : most / 4;
      for (const list of document.querySelectorAll("tbody, ul, ol, dl, section, .grid, .stack")) {
        const alike = (...tags) => [...list.children].filter((each) => tags.includes(each.tagName));
        alike("TR", "LI", "DT", "DD", "DETAILS").slice(most).forEach((each) => each.remove());
        // Each of these holds lists of its own.
        alike("ARTICLE").slice(few).forEach((each) => each.remove());
      }
      return [];
    },

    targets: (least) =>
      controls()
        // What is scrolled to only later is laid out later, and like what is there.
        .filter((each) => each.checkVisibility({ contentVisibilityAuto: true }))
        .filter((each) => pressed(each) && !inline(each) && !each.matches(".skip:not(:focus)"))
        .map((each) => [each, ...extent(each)])
        .filter(([, width, height]) => width < least - 0.5 || height < least - 0.5)
        .map(([each, width, height]) => `${called(each)} is ${Math.round(width)} by ${Math.round(height)}`),

    wide: (width) => {
      if (document.scrollingElement.scrollWidth <= width) return [];
      const scrolled = (each) => each.parentElement?.closest("*") && [...parents(each)].some((other) => getComputedStyle(other).overflowX !== "visible");
      const parents = function* (each) { for (let other = each.parentElement; other && other !== document.body; other = other.parentElement) yield other; };
      const far = (each) => Math.max(each.getBoundingClientRect().right, each.getBoundingClientRect().left + each.scrollWidth) > width + 0.5;
      const sticking = [...document.body.querySelectorAll("*")].filter((each) => far(each) && !scrolled(each));
      const innermost = sticking.filter((each) => ![...each.children].some((child) => sticking.includes(child)));
      return [`it is ${document.scrollingElement.scrollWidth} wide: ${innermost.slice(0, 3).map(called).join(", ")}`];
    },

    // Texts of different boxes have some pixels between them, and end before the edge of the card they stand in.
    apart: (least) => {
      const block = (each) => { while (getComputedStyle(each).display.startsWith("inline")) each = each.parentElement; return each; };
      const clipped = (each) => { for (; each; each = each.parentElement) if (getComputedStyle(each).clipPath !== "none") return true; return false; };
      const scrolled = (each, until) => { for (; each && each !== until; each = each.parentElement) if (getComputedStyle(each).overflowX !== "visible") return true; return false; };
      // A text that is cut off with an ellipsis ends there.
      const shown = (box, each) => {
        for (; each; each = each.parentElement) if (getComputedStyle(each).textOverflow === "ellipsis") {
          const right = Math.min(box.right, each.getBoundingClientRect().right);
          return new DOMRect(box.left, box.top, right - box.left, box.height);
        }
        return box;
      };
      // What stays in view lies on what scrolls under it.
      const stays = (each) => { for (; each; each = each.parentElement) if (["sticky", "fixed"].includes(getComputedStyle(each).position)) return each; return null; };
      const seen = (each) => each.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !each.closest("svg, .skip, option, i") && !clipped(each);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [], boxes = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.data.trim() || !seen(text.parentElement)) continue;
        const range = document.createRange(), around = block(text.parentElement);
        range.selectNodeContents(text);
        const card = text.parentElement.closest(".card, .next, .notice, .block, .session-line, .button, button, .badge");
        for (const whole of range.getClientRects()) {
          const box = shown(whole, text.parentElement);
          if (box.width < 2) continue;
          if (card && !scrolled(text.parentElement, card)) {
            const edge = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight) / 2;
            if (box.right > edge + 1) found.push(`${called(card)}: "${text.data.trim().slice(0, 30)}" runs out of it`);
          }
          boxes.push([box, around, text.data.trim()]);
        }
      }
      boxes.sort(([one], [other]) => one.top - other.top);
      boxes.forEach(([one, around, words], place) => {
        for (let next = place + 1; next < boxes.length && boxes[next][0].top <= one.bottom; next += 1) {
          const [other, beside, more] = boxes[next];
          const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
          // Asked last: how each is laid out costs more than where it lies.
          if (around === beside || high <= Math.min(one.height, other.height) / 2 || gap >= least) continue;
          if (scrolled(around) !== scrolled(beside) || stays(around) !== stays(beside)) continue;
          found.push(`"${words.slice(0, 30)}" touches "${more.slice(0, 30)}"`);
        }
      });
      return [...new Set(found)].slice(0, 6);
    },

    motion: (most) =>
      [...document.querySelectorAll("*")].flatMap((each) => {
        const style = getComputedStyle(each);
        const seconds = (list) => Math.max(...list.split(",").map((text) => parseFloat(text) * (text.trim().endsWith("ms") ? 0.001 : 1)));
        const moves = (style.animationName !== "none" && seconds(style.animationDuration) > most) || seconds(style.transitionDuration) > most;
        return moves || style.scrollBehavior === "smooth" ? [`${called(each)} moves`] : [];
      }).slice(0, 5),

    wordless: (states) =>
      [...document.querySelectorAll(states)]
        .filter((each) => each.checkVisibility() && !each.innerText.trim() && !each.ariaLabel && !each.querySelector("title, [aria-label]") && each.ariaHidden !== "true")
        .map((each) => `${called(each)} says its state by colour alone`),

    // A full-width mark brings its own space: one more beside it, within a line of text, is too much.
    spaced: () => {
      const around = /.{0,12}(?:[。，、；：？！（）「」] +(?=\S)|(?<=\S) +[。，、；：？！（）「」]).{0,12}/g;
      return [...new Set([...unfolded(), ...labels()].flatMap((line) => line.match(around) ?? []))];
    },

    // What programs write, in running text: the id of a table or session, a code, a hyphen for a minus.
    coded: (typed) => {
      const apart = [...document.querySelectorAll("code, pre, .reference")];
      apart.forEach((each) => { each.style.display = "none"; });
      const lines = [...unfolded(), ...labels()];
      apart.forEach((each) => { each.style.removeProperty("display"); });
      const around = /.{0,24}(?:(?<![\w./-])-\d|\d{4}-\d{2}-\d{2}\/\w|\b[a-z]+_[a-z]+\b).{0,16}/g;
      return [...new Set(lines.flatMap((line) => line.match(around) ?? []))].filter((found) => !typed.some((known) => found.includes(known)));
    },

    // Marks every control with its number, and notes each that the keyboard comes to and how that shows.
    follow: () => {
      // From the top, wherever the page itself began.
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute("tabindex");
      const all = controls().filter((each) => each.tabIndex >= 0);
      const look = (each) => { const style = getComputedStyle(each); return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.backgroundColor, style.borderColor, style.textDecorationLine].join(); };
      const before = new Map(all.map((each) => [each, look(each)]));
      const reached = [];
      document.addEventListener("focusin", ({ target }) => {
        const box = target.getBoundingClientRect();
        reached.push(target);
        if (look(target) === before.get(target)) hidden.push(`the focus on ${called(target)} cannot be seen`);
        else if (box.width < 1 || box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight) hidden.push(`${called(target)} is focused off the screen`);
      });
      const hidden = [];
      window.followed = () => [
        ...all.filter((each) => !reached.includes(each) && !grouped(each, reached)).map((each) => `the keyboard does not reach ${called(each)}`),
        // The button that keeps a line in view is where the line is that was come to last.
        ...(all.filter((each) => reached.includes(each) && !each.matches(".keep")).every((each, place, kept) => place === 0 || reached.indexOf(kept[place - 1]) < reached.indexOf(each)) ? [] : ["the keyboard goes another way than the page reads"]),
        ...hidden,
      ];
      // Of a group of choices the keyboard comes to one, and arrows lead to the others.
      const grouped = (each, those) => (each.type === "radio" && those.some((other) => other.name === each.name)) || (each.role === "tab" && those.some((other) => other.role === "tab"));
      return all.length;
    },
  };
})()
