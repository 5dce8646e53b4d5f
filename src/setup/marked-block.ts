import { MailError } from '../domain/errors.ts'
import { literal } from '../domain/literal.ts'
import { lineBreakOf } from './lines.ts'

/** How a file's language writes a comment. */
export type CommentStyle = 'hash' | 'html'

export const marks: Readonly<Record<CommentStyle, readonly [string, string]>> = {
  hash: ['# >>> watchpost >>>', '# <<< watchpost <<<'],
  html: ['<!-- >>> watchpost >>> -->', '<!-- <<< watchpost <<< -->'],
}

/** `isEnded`: a line break ends the block. It has none at the end of a text that had none: so it is known that the one before it is ours. */
type Found = { readonly before: string; readonly after: string; readonly isEnded: boolean }

/**
 * Puts our block into a text, in the place of the one that is there; else at its end, or after its first line where that
 * says which program reads it. `null` for `body` takes the block away, and the text is as it was, byte for byte.
 * @throws MailError `conflict` where the marks are not one pair
 */
export function withBlock(text: string, style: CommentStyle, body: string | null, name: string): string {
  const found = findBlock(text, style, name)
  if (body === null) return found === null ? text : withoutBlock(found, style)
  const lineBreak = lineBreakOf(text)
  const [open, close] = marks[style]
  const block = [open, ...body.trimEnd().split('\n'), close].join(lineBreak)
  if (found !== null) return `${found.before}${block}${found.isEnded ? lineBreak : ''}${found.after}`
  const first = style === 'hash' && text.startsWith('#!') ? text.indexOf('\n') + 1 : 0
  const at = first === 0 ? text.length : first
  const gap = style === 'html' && at > 0 ? lineBreak : ''
  const before = text.slice(0, at)
  if (before === '' || before.endsWith('\n')) return `${before}${gap}${block}${lineBreak}${text.slice(at)}`
  return `${before}${lineBreak}${gap}${block}`
}

/** Only our block of a text; empty if there is none. */
export function blockOf(text: string, style: CommentStyle): string {
  const [open, close] = marks[style]
  const [start, end] = [linesOf(text, open)[0], linesOf(text, close)[0]]
  return start === undefined || end === undefined ? '' : `${text.slice(start, end)}${close}\n`
}

/** Without the line breaks that came with a block at the end of a text. */
function withoutBlock({ before, after, isEnded }: Found, style: CommentStyle): string {
  if (after !== '') return before + after
  const bare = isEnded ? before : before.replace(/\r?\n$/u, '')
  return style === 'html' && (/\n\r?\n$/u.test(bare) || !isEnded) ? bare.replace(/\r?\n$/u, '') : bare
}

function findBlock(text: string, style: CommentStyle, name: string): Found | null {
  const [open, close] = marks[style]
  const [[start, ...starts], [end, ...ends]] = [linesOf(text, open), linesOf(text, close)]
  if (start === undefined && end === undefined) return null
  if (start === undefined || end === undefined || end < start || starts.length + ends.length > 0)
    throw new MailError(
      'conflict',
      `The marks around watchpost's block in ${name} do not match.`,
      `Fix the lines \`${open}\` and \`${close}\` by hand; nothing was written.`,
    )
  const last = text.indexOf('\n', end)
  return { before: text.slice(0, start), after: last < 0 ? '' : text.slice(last + 1), isEnded: last >= 0 }
}

/** Where the lines begin that are a mark. */
function linesOf(text: string, mark: string): readonly number[] {
  const lines = new RegExp(`(?<=^|\\n)${literal(mark)}[ \\t\\r]*(?=\\n|$)`, 'gu')
  return [...text.matchAll(lines)].map(({ index }) => index)
}
