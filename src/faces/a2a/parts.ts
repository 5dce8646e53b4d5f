import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { readBody } from '../http/fields.ts'
import { badParams, RpcError } from './errors.ts'

const contents = ['text', 'data', 'raw', 'url'] as const

/**
 * The text of a message from its parts. Data is JSON within a fence, and so is text that has the name of a file.
 * @throws RpcError where a part is no text or data: nothing of a message is left out
 */
export function textOfParts(parts: Json | undefined): string {
  if (!Array.isArray(parts) || parts.length === 0) throw badParams('message.parts must be a list of parts')
  const text = (parts as readonly Json[]).map(textOfPart).join('\n\n')
  if (text.trim() === '') throw badParams('message.parts have no text')
  return text
}

function textOfPart(part: Json): string {
  if (!isJsonObject(part)) throw badParams('each of message.parts must be an object')
  const [content, more] = contents.filter((name) => Object.hasOwn(part, name) && part[name] !== undefined)
  if (content === undefined || more !== undefined)
    throw badParams('each of message.parts must have one of text, data, raw or url')
  if (content === 'raw' || content === 'url')
    throw new RpcError(
      'CONTENT_TYPE_NOT_SUPPORTED',
      'files are not taken, neither as bytes nor by a URL; nothing was sent. Send text or data.',
    )
  const filename = readBody(part).text('filename')
  // Not indented: that multiplies what is deep.
  if (content === 'data') return fenced(filename, 'json', JSON.stringify(part['data']))
  const text = readBody(part).requiredText('text')
  return filename === undefined ? text : fenced(filename, '', text)
}

/** The fence is longer than any within. */
function fenced(filename: string | undefined, language: string, text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  const block = `${fence}${language}\n${text}\n${fence}`
  return filename === undefined ? block : `${filename.replace(/\s+/gu, ' ')}:\n\n${block}`
}

export function textPart(text: string): JsonObject {
  return { text }
}
