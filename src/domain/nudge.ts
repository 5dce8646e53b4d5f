import { MailError } from './errors.ts'
import { type Harness, harnesses } from './harness.ts'
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

const prompting = harnesses.filter(({ prompt }) => prompt !== null)

/** The coding agent among the programs in front of a terminal, if its prompt takes a text. */
export function takerAmong(
  programs: readonly { readonly name: string; readonly words: readonly string[] }[],
): Harness | null {
  for (const program of programs) {
    const found = findHarness(prompting, [program])
    if (found !== null) return found.harness
  }
  return null
}
