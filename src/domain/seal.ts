import { isJsonObject, type Json, type JsonObject, jsonFlaw } from './json.ts'

/**
 * The start of every sealed body: the armor of age. No plain body begins like this. There is no column for it, so backups, exports and
 * other machines carry sealed mail without knowing it.
 */
const armor = '-----BEGIN AGE ENCRYPTED FILE-----'
/** The end of an armored text, and no text after it. */
const armorEnd = '-----END AGE ENCRYPTED FILE-----'

/**
 * The preview of every sealed message. Previews of other text never end in a space, so nobody can write a body that lists
 * show as sealed.
 */
export const sealedPreview = '[sealed] '

export function isSealed(body: string): boolean {
  return body.startsWith(armor)
}

/** Whether all of a text is one armored text: words after it would be readable by everybody. */
export function isWhollySealed(body: string): boolean {
  const text = body.trimEnd()
  return isSealed(text) && text.indexOf(armorEnd) === text.length - armorEnd.length
}

/** The content that a sealed message hides. */
export type SealedContent = {
  readonly body: string
  readonly payload: Json
  readonly context: JsonObject | null
}

const version = 1

export function sealedText({ body, payload, context }: SealedContent): string {
  return JSON.stringify({ watchpost: version, body, payload, context })
}

/** The sealed content. Text that another program sealed is a body, and so is JSON that cannot be kept as it came, as nothing checked it. */
export function sealedContent(text: string): SealedContent {
  const parsed = asJson(text)
  if (!isJsonObject(parsed) || parsed['watchpost'] !== version || typeof parsed['body'] !== 'string')
    return { body: text, payload: null, context: null }
  const { body, payload = null, context = null } = parsed as JsonObject & { readonly body: string }
  if (jsonFlaw(payload) !== null || jsonFlaw(context) !== null)
    return { body: text, payload: null, context: null }
  return { body, payload, context: isJsonObject(context) ? context : null }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
