import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { parseDuration } from '../../domain/moment.ts'
import { takesMail, toolOfOurs } from '../../domain/takes-mail.ts'
import type { Delivered } from '../../services/taking/settle-delivered.ts'

/** Reads from an event which mail a tool of our server has handed to the agent; `null` where it handed over none. */
export function deliveredBy(read: JsonObject): Delivered | null {
  const { tool_name: tool, tool_input: input, tool_response: response } = read
  const name = typeof tool === 'string' ? toolOfOurs(tool) : null
  const given = isJsonObject(input) ? input : {}
  if (name === null || !takesMail(name, (flag) => given[flag] === true)) return null
  const messages = messagesIn(response).flatMap(({ id, locked }) =>
    typeof id === 'string' && locked === undefined ? [id] : [],
  )
  if (messages.length === 0) return null
  const { take, lease } = given
  return {
    messages,
    take: take === true,
    lease: typeof lease === 'string' ? (parseDuration(lease) ?? null) : null,
  }
}

/** Claude Code hands the result's value over as text, Codex the whole result. */
function messagesIn(response: Json | undefined): readonly JsonObject[] {
  const whole = typeof response === 'string' ? parsed(response) : response
  if (!isJsonObject(whole)) return []
  const { structuredContent } = whole
  const { message, messages } = isJsonObject(structuredContent) ? structuredContent : whole
  const all = Array.isArray(messages) ? (messages as readonly Json[]) : [message]
  return all.filter(isJsonObject)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
