import { MailError } from './errors.ts'
import { harnesses } from './harness.ts'
import { findHarness } from './harness-process.ts'

export const longestNudge = 2000

/** So much of a nudge is kept in the log, characters. */
export const keptOfNudge = 200

const escapeSequences = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)/gu
/** Everything that is not drawn, but for the joiner within emoji. */
const unseen = /(?!\u200d)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu

/**
 * One line of visible text. Line ends and tabs become spaces; control characters, escape sequences, what turns text around
 * and what nobody sees is left out.
 * @throws MailError `usage`
 */
export function nudgeText(written: string): string {
  const text = written
    .replace(escapeSequences, '')
    .replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/gu, ' ')
    .replace(unseen, '')
    // Nobody signs within a line.
    .replace(/[[［⟦【]\s*(?=watchpost\s*[:：])/giu, '(')
    .trim()
  if (text === '')
    throw new MailError('usage', 'The text of the nudge is missing.', 'Example: "Please look at your inbox"')
  if (/^[\u200d\s]*[!/#]/u.test(text.normalize('NFKC')))
    throw new MailError(
      'usage',
      `A nudge cannot begin with ${text.normalize('NFKC').charAt(0)}: coding agents would treat it as a command of their user.`,
      'Start with a word.',
    )
  if (text.length <= longestNudge) return text
  throw new MailError(
    'usage',
    `The text has ${text.length} characters; the limit for a nudge is ${longestNudge}.`,
    'Send it as mail with `watchpost send`, and nudge the agent to read it.',
  )
}

/** The typed line. It names its sender, so that it is not mistaken for the words of the person at the keyboard. */
export function signedNudge(text: string, actor: string, principal: string | null): string {
  const name = principal === null ? actor : `${actor} (by ${principal})`
  return `[watchpost: ${name.replace(unseen, '').replace(/[[\]\s]+/gu, ' ')}] ${text}`
}

/** Where a shell waits, what is typed is run. */
const shells = new Set([
  'sh',
  'bash',
  'zsh',
  'fish',
  'dash',
  'ksh',
  'csh',
  'tcsh',
  'nu',
  'pwsh',
  'xonsh',
  'elvish',
])

export function isShell(command: string): boolean {
  return shells.has(command.replace(/^-/u, ''))
}

const prompting = harnesses.filter(({ hasPrompt }) => hasPrompt)

/** Whether one of the programs in front of a terminal is a coding agent with a prompt that a text can be typed into. */
export function takesNudges(
  programs: readonly { readonly name: string; readonly words: readonly string[] }[],
): boolean {
  return programs.some((program) => findHarness(prompting, [program]) !== null)
}

const prompts = /^[\s│┃|▌]*[>❯›](?=\s|$)/u
const frames = /[\s│┃|▌█─━╭╮╰╯┌┐└┘▏▕]/u
const sequence = /^\u001b\[(?<codes>[\d;:]*)(?<kind>[ -/]*[@-~])/u

/**
 * Whether the prompt on a screen with its colours contains text: a person's draft, or a dialog's choice. A program's own
 * hint there is faint, and its cursor is drawn inverse. If no prompt is found, the cursor's line counts.
 */
export function hasDraft(
  screen: string,
  cursor: { readonly line: number; readonly column: number },
): boolean {
  const lines = screen.split('\n').map(drawnCells)
  const prompt = lines.findLast((cells) => prompts.test(textOf(cells)))
  if (prompt === undefined)
    return (lines[cursor.line] ?? [])
      .slice(0, cursor.column)
      .some(({ text }) => !frames.test(text) && !/[>❯›$]/u.test(text))
  const from = prompts.exec(textOf(prompt))?.[0].length ?? 0
  return prompt.slice(from).some(({ text, isFaint }) => !isFaint && !frames.test(text))
}

type Cell = { readonly text: string; readonly isFaint: boolean }

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join('')
}

/** Characters in UTF-16 units, so that they are found by their place in the text. */
function drawnCells(line: string): readonly Cell[] {
  const cells: Cell[] = []
  let isFaint = false
  for (let at = 0; at < line.length; ) {
    const found = sequence.exec(line.slice(at))
    if (found === null) {
      cells.push({ text: line.charAt(at), isFaint })
      at += 1
    } else {
      if (found.groups?.['kind'] === 'm') isFaint = faintAfter(found.groups['codes'] ?? '', isFaint)
      at += found[0].length
    }
  }
  return cells
}

/** Faint, the terminal's grey, a grey of the palette, or inverse. */
function faintAfter(codes: string, before: boolean): boolean {
  let isFaint = before
  const numbers = codes.split(/[;:]/u).map(Number)
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] ?? 0
    if (code === 38 || code === 48) {
      const [, kind = 0, one = 0, two = 0, three = 0] = numbers.slice(at)
      const isGrey =
        kind === 5
          ? one >= 236 && one <= 250
          : Math.max(one, two, three) < 170 && one === two && two === three
      if (code === 38) isFaint = isGrey
      at += kind === 5 ? 2 : 4
    } else if (code === 2 || code === 7 || code === 90) isFaint = true
    else if (code === 0 || code === 22 || code === 27 || code === 39 || (code >= 30 && code <= 37))
      isFaint = false
  }
  return isFaint
}
