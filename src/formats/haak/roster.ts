import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { AgentState } from '../../domain/roster.ts'
import { optionalText, optionalTime, requiredName, requireRecord, texts, UnreadableError } from '../fields.ts'
import type { ForeignAgent, Found } from '../format.ts'
import { reading } from '../reading.ts'

/**
 * The roster: a list of entries, the same under `agents`, or entries by session id. Tags are namespaced texts, one
 * list or one text with commas.
 */
export function readRoster(value: Json, where: string): readonly Found[] {
  return entriesOf(value).flatMap(({ entry, at }) => readEntry(entry, `${where}${at}`))
}

function entriesOf(value: Json): readonly { readonly entry: Json; readonly at: string }[] {
  if (Array.isArray(value)) return value.map((entry: Json, at) => ({ entry, at: `[${at}]` }))
  if (!isJsonObject(value)) return [{ entry: value, at: '' }]
  const { agents } = value
  if (agents !== undefined && typeof agents === 'object' && agents !== null) return entriesOf(agents)
  if (typeof value['session_id'] === 'string') return [{ entry: value, at: '' }]
  return Object.entries(value).map(([session_id, entry]) => ({
    entry: isJsonObject(entry) ? { session_id, ...entry } : entry,
    at: `.${session_id}`,
  }))
}

const readEntry = reading((record, where) => {
  requireRecord(record)
  const address = requiredName(record, 'session_id', 'id', 'agent')
  const tags = texts(record, 'tags')
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const agent: ForeignAgent = {
    address,
    role: optionalText(record, 'role'),
    swarm: optionalText(record, 'swarm'),
    session: address,
    tags,
    state: stateOf(optionalText(record, 'status', 'state')),
    lastSeen: optionalTime(record, 'last_seen'),
  }
  return [{ type: 'agent', agent, where }]
})

function stateOf(word: string | null): AgentState {
  switch (word?.toLowerCase()) {
    case 'dead':
    case 'retired':
      return 'dead'
    case 'alive':
    case 'living':
    case 'active':
      return 'alive'
    default:
      return 'frozen'
  }
}

export function printAgent({ address, role, tags, state }: ForeignAgent): JsonObject {
  return { session_id: address, role, tags, status: state }
}

/** @throws UnreadableError if the file holds no roster */
export function joinRoster(document: Json | null, entries: readonly JsonObject[]): Json {
  if (document === null) return entries
  if (Array.isArray(document)) return [...document, ...entries]
  if (!isJsonObject(document)) throw new UnreadableError('it contains no roster')
  const { agents } = document
  if (Array.isArray(agents)) return { ...document, agents: [...agents, ...entries] }
  const added = Object.fromEntries(entries.map((entry) => [String(entry['session_id']), entry]))
  return isJsonObject(agents) ? { ...document, agents: { ...agents, ...added } } : { ...document, ...added }
}
