import { MailError } from '../domain/errors.ts'
import { literal } from '../domain/literal.ts'

/** How a file's language writes a comment. */
export type CommentStyle = 'hash' | 'html'

export const marks: Readonly<Record<CommentStyle, readonly [string, string]>> = {
  hash: ['# >>> watchpost >>>', '# <<< watchpost <<<'],
  html: ['<!-- >>> watchpost >>> -->', '<!-- <<< watchpost <<< -->'],
}

type Found = { readonly before: string; readonly after: string }

/**
 * Puts our block into a text, in the place of the one that is there; else at its end, or after its first line where that
 * says which program reads it. `null` for `body` takes the block away. All else stays as it is, byte for byte.
 * @throws MailError `conflict` where only one of the marks stands
 */
export function withBlock(text: string, style: CommentStyle, body: string | null, name: string): string {
  const found = findBlock(text, style, name)
  if (body === null) return found === null ? text : joined(found)
  const [open, close] = marks[style]
  const block = `${open}\n${body.trimEnd()}\n${close}\n`
  if (found !== null) return `${found.before}${block}${found.after}`
  if (text.startsWith('#!')) {
    const [first = '', ...rest] = text.split('\n')
    return `${first}\n${block}${rest.join('\n')}`
  }
  if (text === '') return block
  return `${text}${text.endsWith('\n') ? '' : '\n'}${style === 'html' ? '\n' : ''}${block}`
}

/** Only our block of a text; empty if there is none. */
export function blockOf(text: string, style: CommentStyle): string {
  const [open, close] = marks[style]
  const [start, end] = [lineOf(text, open), lineOf(text, close)]
  return start === null || end === null ? '' : `${text.slice(start, end)}${close}\n`
}

/** Without the empty line that came with a block at the end of a page. */
function joined({ before, after }: Found): string {
  return after === '' && before.endsWith('\n\n') ? before.slice(0, -1) : before + after
}

function findBlock(text: string, style: CommentStyle, name: string): Found | null {
  const [open, close] = marks[style]
  const [start, end] = [lineOf(text, open), lineOf(text, close)]
  if (start === null && end === null) return null
  if (start === null || end === null || end < start || isTwice(text, open) || isTwice(text, close))
    throw new MailError(
      'conflict',
      `The marks around watchpost's block in ${name} do not match.`,
      `Fix the lines \`${open}\` and \`${close}\` by hand; nothing was written.`,
    )
  const after = text.indexOf('\n', end)
  return { before: text.slice(0, start), after: after < 0 ? '' : text.slice(after + 1) }
}

function lineOf(text: string, mark: string): number | null {
  const at = `\n${text}`.search(new RegExp(`\\n${literal(mark)}[ \\t\\r]*(?:\\n|$)`, 'u'))
  return at < 0 ? null : at
}

function isTwice(text: string, mark: string): boolean {
  return text.indexOf(mark) !== text.lastIndexOf(mark)
}
