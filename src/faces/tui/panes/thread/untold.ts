import { asHandoff, handoffBody } from '../../../../domain/handoff.ts'
import type { JsonObject } from '../../../../domain/json.ts'
import type { FullMessageValue } from '../../../../services/values.ts'

/** A field's name, however it is spelled. */
const bare = (name: string): string => name.toLowerCase().replace(/[\s_-]+/gu, '')

/**
 * The content of a protocol mail, and its missing fields; less the sections that its text has under headings of their
 * own.
 */
export function fieldsOf({ fields, protocol, body }: FullMessageValue) {
  if (fields === null) return null
  const headings = new Set(Array.from(body.matchAll(/^##[ \t]+(.*)$/gmu), ([, title = '']) => bare(title)))
  const told = Object.fromEntries(Object.entries(fields).filter(([name]) => !headings.has(bare(name))))
  const missing = protocol?.missing ?? []
  return missing.length === 0 ? told : { ...told, missing: missing.join(', ') }
}

const keyLine = /^[ \t]*([A-Za-z][\w-]*(?: [A-Za-z][\w-]*)?)[ \t]*:[ \t]+(\S.*)$/u

/** A protocol mail's text, less the lines that its fields show: each only once, and never within code. */
function besideFields(body: string, fields: JsonObject): string {
  const told = new Map(Object.entries(fields).map(([name, value]) => [bare(name), value]))
  let code = false
  const lines = body.split(/\r\n?|\n/u).filter((line) => {
    if (/^\s*(?:```|~~~)/u.test(line)) code = !code
    const [, name = '', value = ''] = (code ? null : keyLine.exec(line)) ?? []
    return name === '' || told.get(bare(name)) !== value.trim() || !told.delete(bare(name))
  })
  return lines
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}

/** The body, less the parts shown beside it: a protocol mail's fields; a handoff's, if it is exactly their rendering. */
export function untold({ body, context, from, to, fields }: FullMessageValue): string {
  const handoff = asHandoff(context ?? undefined)
  if (handoff === null) return fields === null ? body : besideFields(body, fields)
  const notes = /\n\*\*Notes:\*\*\n([\s\S]*)$/u.exec(body)?.[1] ?? ''
  return handoffBody(from, to[0] ?? '', handoff, notes) === body ? notes : body
}
