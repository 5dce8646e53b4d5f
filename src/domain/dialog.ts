/** Drawn around an input line or a dialog. */
const frame = '[\\s│┃|▌▐█─━═╭╮╰╯┌┐└┘╔╗╚╝║▀▄▏▕]'
const framesAround = new RegExp(`^${frame}+|${frame}+$`, 'gu')

/** A line without the frame around it. */
export function unframed(line: string): string {
  return line.replace(framesAround, '')
}

const answers =
  '(?:yes|no|allow|deny|approve|reject|proceed|continue|cancel|trust|accept|decline|skip|quit|exit|run)'
/** The selected row of a list with numbers or boxes to tick. A circle is a bullet of prose, too: there an answer must follow. */
const chosenRow = new RegExp(
  `^(?:[❯›>▸▶→➤]\\s*(?:\\[.\\]\\s+\\S|\\(?\\d+[.)]\\s*\\S)|[●◉⦿•]\\s*\\d+[.)]\\s*${answers}\\b)`,
  'iu',
)
/** The selected row of a list without numbers; a user's line looks the same, so a second answer must be beside it. */
const chosenAnswer = new RegExp(`^[❯›>▸▶→➤●◉⦿]\\s*${answers}\\b`, 'iu')
const otherAnswer = new RegExp(`^[○◯]?\\s*(?:\\d+[.)]\\s*)?${answers}\\b`, 'iu')

/** Lines at the foot of a screen that say which keys answer. */
const footers = [
  /\b(?:esc|enter|return|space|tab)\b(?: or [\w-]+)? to (?:confirm|select|choose|continue|submit|reject|deny|approve|allow|accept|go back|dismiss|close|toggle|skip|quit|exit|trust)\b/iu,
  // A program that works says how it is stopped, and for how many seconds it has worked.
  /\besc\b to cancel(?!, ?\d)/iu,
  /(?:↑|arrow keys?|arrows)\W.{0,20}\b(?:to )?(?:navigate|select|choose|move)\b/iu,
  /\b(?:waiting for (?:user )?(?:confirmation|approval)|(?:permission|approval|action) required|needs your approval)\b/iu,
  /[([]\s*y(?:es)?\s*\/\s*no?\b.{0,40}[)\]]|\(y\)es\s*\/\s*\(n\)o/iu,
  /\S\s+\((?:y|n|esc)(?: or \w+)?\)$/iu,
]
const mostFooterLines = 8

/** How coding agents mark what they have said or done. Their dialogs come after it. */
const saidBefore = /^[●⏺•✦✻]\s/u

/**
 * Whether a screen shows a dialog, a list to choose from or a question that a key answers. Earlier output is not asked about:
 * an agent's answer has numbered lists too.
 */
export function asksSomething(screen: readonly string[]): boolean {
  const last = screen.findLastIndex((line) => saidBefore.test(line) && !chosenRow.test(line))
  const drawn = screen.slice(last + 1).map(unframed)
  const lines = drawn.filter((line) => line !== '')
  const foot = lines.slice(-mostFooterLines)
  return (
    lines.some((line, at) => chosenRow.test(line) || isChosenAnswer(lines, at)) ||
    foot.some((line) => [...footers, ...decisions].some((asked) => asked.test(line))) ||
    foot.flatMap((line) => [...line.matchAll(numberedAnswer)]).length > 1 ||
    isAskedAbove(drawn)
  )
}

/** Questions that decide something. An agent may ask them in its own words: where in doubt, nothing is typed. */
const decisions = [
  /^\W*(?:do you want|would you like|are you sure|is it ok(?:ay)?|ok(?:ay)?|shall i|may i|should i|can i)\b.*\b(?:proceed|continue|go ahead|run|execute|allow|approve|trust|accept|agree|apply|edit|change|write|overwrite|create|delete|remove|install|fetch|open|use|exit|quit|stop|sure)\b.*[?？]$/iu,
  /^\W*do you (?:trust|allow|approve|accept|agree)\b.*[?？]$/iu,
  new RegExp(`^\\W*(?:${answers}|apply|overwrite|delete|execute|confirm)\\b[^?？]*[?？]$`, 'iu'),
]

/** `1) Yes  2) No`, `[a] Allow`: answers that are typed. One alone is a line of prose. */
const numberedAnswer = new RegExp(`(?<![^\\s|│,;])[([]?(?:\\d+|[a-z])[.)\\]:]\\s*${answers}\\b`, 'giu')
/** Any options, right above a line to type into. */
const option = /^[([]?(?:\d+|[a-z])[.)\]:]\s*\S/iu
const inputMark = /^[❯›>](?=\s|$)/u

/** A question or a list whose answer is typed right below it. A prompt for mail has a frame or an empty line above. */
function isAskedAbove(drawn: readonly string[]): boolean {
  const above = drawn[drawn.findLastIndex((line) => inputMark.test(line)) - 1] ?? ''
  return /[?？:：]$/u.test(above) || option.test(above)
}

/** Whether a question stands below an empty prompt, which is then an earlier one. */
export function asksBelow(texts: readonly string[], prompt: number): boolean {
  return texts.slice(prompt + 1).some((line) => /[?？]$/u.test(unframed(line)))
}

function isChosenAnswer(lines: readonly string[], at: number): boolean {
  const beside = [lines[at - 1], lines[at + 1]]
  return (
    chosenAnswer.test(lines[at] ?? '') && beside.some((line) => line !== undefined && otherAnswer.test(line))
  )
}
