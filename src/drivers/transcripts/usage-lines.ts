import { type ContextUse, contextUse } from '../../domain/context-use.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { own } from '../../domain/own.ts'

/** What a line says of the context: a use, `null` that it was emptied, `undefined` nothing. */
type Said = ContextUse | null | undefined

/** How one coding agent writes its use of context. Only lines that contain one of `words` are parsed. */
type UsageLine = { readonly words: readonly string[]; readonly read: (line: JsonObject) => Said }

/** By the names of `harnesses`. Helpers of the agent have a context of their own, so their lines say nothing. */
const usageLines: Readonly<Record<string, UsageLine>> = {
  'Claude Code': {
    words: ['"usage"', 'compact_boundary'],
    read(line) {
      if (line['isSidechain'] === true) return undefined
      if (line['type'] === 'system') return line['subtype'] === 'compact_boundary' ? null : undefined
      if (line['type'] !== 'assistant') return undefined
      const usage = within(line, 'message', 'usage')
      const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
      return said(sum(parts.map((part) => usage[part] ?? 0)))
    },
  },
  Codex: {
    words: ['"token_count"'],
    read(line) {
      if (within(line, 'payload')['type'] !== 'token_count') return undefined
      const info = within(line, 'payload', 'info')
      return said(within(info, 'last_token_usage')['total_tokens'], info['model_context_window'])
    },
  },
  'Gemini CLI': {
    words: ['"tokens"'],
    read: (line) => (line['type'] === 'gemini' ? said(within(line, 'tokens')['input']) : undefined),
  },
  'Qwen Code': {
    words: ['"usageMetadata"', '"chat_compression"'],
    read(line) {
      if (line['isSidechain'] === true || line['agentId'] !== undefined) return undefined
      if (line['type'] === 'system') return line['subtype'] === 'chat_compression' ? null : undefined
      if (line['type'] !== 'assistant') return undefined
      return said(within(line, 'usageMetadata')['promptTokenCount'], line['contextWindowSize'])
    },
  },
}

/** Whether anything is known of how it writes. */
export function writesUsage(harness: string): boolean {
  return own(usageLines, harness) !== undefined
}

/** What the last line that says anything says. The first line may be cut, and the last one half written. */
export function usageIn(harness: string, tail: string): Said {
  const known = own(usageLines, harness)
  if (known === undefined) return undefined
  for (const text of tail.split('\n').reverse()) {
    if (!known.words.some((word) => text.includes(word))) continue
    const line = parsed(text)
    const said = line === null ? undefined : known.read(line)
    if (said !== undefined) return said
  }
  return undefined
}

function parsed(text: string): JsonObject | null {
  try {
    const line: unknown = JSON.parse(text)
    return isJsonObject(line) ? line : null
  } catch {
    return null
  }
}

const nothing: JsonObject = {}

/** The object at the end of a path; empty where there is none. */
function within(line: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>((at, name) => {
    const next = own(at, name)
    return isJsonObject(next) ? next : nothing
  }, line)
}

function said(tokens: Json | undefined, window?: Json): ContextUse | undefined {
  return contextUse(tokens, window) ?? undefined
}

/** `NaN` where one of them is no count. */
function sum(parts: readonly Json[]): number {
  return parts.reduce<number>(
    (all, part) => all + (typeof part === 'number' && part >= 0 ? part : Number.NaN),
    0,
  )
}
