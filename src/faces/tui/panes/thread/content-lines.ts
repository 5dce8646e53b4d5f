import { untoldPayload } from '../../../../domain/escalation-payload.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FullMessageValue } from '../../../../services/values.ts'
import { bodyLines, contextLines, payloadLines, sectionTitle } from '../../text/body.ts'
import { colouredLines } from '../../text/body-colours.ts'
import { debateLines } from '../../text/body-debate.ts'
import type { ColourCode } from '../../text/code-parts.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { fieldsOf, untold } from './untold.ts'

/** No body can draw this: what it writes always stands to the right of it. */
export const gutter = word('│ ', 'frame')

/** The colouring of code, and whether the text has its writer's colours. */
export type ContentLook = { readonly colour: ColourCode | null; readonly own: boolean }

const contents = new Map<string, readonly Line[]>()
const keptContents = 200

/** The content of a message, which never changes: laid out once for a width. */
export function contentLines(
  message: FullMessageValue,
  columns: number,
  { colour, own }: ContentLook,
): readonly Line[] {
  const key = `${colour === null ? '' : 'code '}${own ? 'own ' : ''}${message.id}:${columns}:${message.sentAt}:${message.body.length}:${message.expiresAt}`
  const known = contents.get(key)
  if (known !== undefined) return known
  const room = Math.max(2, columns - 2)
  const debated = debateLines(message.kind, untold(message), message.payload, room, colour)
  const body = (own ? colouredLines(debated.body, room) : null) ?? bodyLines(debated.body, room, colour)
  const files = message.attachments.map((path): Line => [word('file ', 'dim'), span(sanitizeLine(path))])
  const payload = payloadLines(untoldPayload(message.kind, debated.payload, message.body), room)
  const fields = payloadLines(fieldsOf(message), room)
  const isBeside = message.context !== null || fields.length > 0
  const inner: readonly Line[] = [
    ...(isBeside ? [] : body),
    ...contextLines(message.context, room),
    ...debated.lines,
    ...(fields.length > 0
      ? [sectionTitle(message.protocol?.type.toLowerCase() ?? 'fields', room), ...fields]
      : []),
    ...(isBeside && body.length > 0 ? [sectionTitle('message', room), ...body] : []),
    ...(payload.length > 0 ? [sectionTitle('payload', room), ...payload] : []),
    ...(files.length > 0 ? [sectionTitle('attachments', room), ...files] : []),
    ...tagLines(message),
  ]
  const lines = inner.map((line) => fitLine([gutter, ...line], columns))
  if (contents.size >= keptContents) contents.clear()
  contents.set(key, lines)
  return lines
}

function tagLines({ tags, task, expiresAt }: FullMessageValue): readonly Line[] {
  const words = [
    ...tags.map((tag) => `#${tag}`),
    ...(task === null ? [] : [`task ${task}`]),
    ...(expiresAt === null ? [] : [`expires ${expiresAt.slice(0, 16).replace('T', ' ')}`]),
  ]
  return words.length === 0 ? [] : [[span(sanitizeLine(words.join('  ')), 'dim')]]
}
