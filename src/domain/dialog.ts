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
  const lines = screen
    .slice(last + 1)
    .map(unframed)
    .filter((line) => line !== '')
  return (
    lines.some((line, at) => chosenRow.test(line) || isChosenAnswer(lines, at)) ||
    lines.slice(-mostFooterLines).some((line) => footers.some((footer) => footer.test(line)))
  )
}

function isChosenAnswer(lines: readonly string[], at: number): boolean {
  const beside = [lines[at - 1], lines[at + 1]]
  return (
    chosenAnswer.test(lines[at] ?? '') && beside.some((line) => line !== undefined && otherAnswer.test(line))
  )
}
