import type { JsonObject } from '../../domain/json.ts'
import { loadOperation, type OperationName } from '../../operations/catalogue.ts'
import { inputSchema } from '../../operations/input.ts'
import { schemas } from '../../operations/schemas.ts'
import { carryOut } from './door.ts'
import type { Tool } from './tool.ts'

type Listed = {
  readonly operation: OperationName
  /** It ends, closes or takes back something. */
  readonly destructive?: true
  /** Doing it again changes nothing more. */
  readonly idempotent?: true
}

/** What an agent needs of a mailbox, by the names of its tools. */
const listed: Readonly<Record<string, Listed>> = {
  send: { operation: 'send' },
  reply: { operation: 'reply' },
  forward: { operation: 'forward' },
  handoff: { operation: 'handoff' },
  escalate: { operation: 'escalate' },
  inbox: { operation: 'inbox' },
  count: { operation: 'count' },
  read: { operation: 'read' },
  next: { operation: 'next' },
  thread: { operation: 'thread' },
  search: { operation: 'search' },
  owed: { operation: 'owed' },
  resolve: { operation: 'resolve' },
  ack: { operation: 'ack', idempotent: true },
  process: { operation: 'process', idempotent: true },
  complete: { operation: 'complete', idempotent: true },
  fail: { operation: 'fail', destructive: true, idempotent: true },
  retry: { operation: 'retry', idempotent: true },
  archive: { operation: 'archive', destructive: true, idempotent: true },
  restore: { operation: 'restore', idempotent: true },
  unread: { operation: 'unread', idempotent: true },
  snooze: { operation: 'snooze', idempotent: true },
  undo: { operation: 'undo', destructive: true },
  claim: { operation: 'claim' },
  renew: { operation: 'renew' },
  release: { operation: 'release', destructive: true },
  queues: { operation: 'listQueues' },
  channels: { operation: 'listChannels' },
  subscribe: { operation: 'subscribe', idempotent: true },
  unsubscribe: { operation: 'unsubscribe', destructive: true, idempotent: true },
  agents: { operation: 'listAgents' },
  beat: { operation: 'beat', idempotent: true },
  whoami: { operation: 'whoami' },
  history: { operation: 'history' },
  receipts: { operation: 'receipts' },
}

/** How a value is printed is of no concern here. */
const printed = ['format']

export async function operationTools(): Promise<readonly Tool[]> {
  return Promise.all(Object.entries(listed).map(([name, how]) => toolOf(name, how)))
}

async function toolOf(name: string, { operation: named, destructive, idempotent }: Listed): Promise<Tool> {
  const operation = await loadOperation(named)
  const fields = Object.fromEntries(
    Object.entries(operation.input).filter(([field]) => !printed.includes(field)),
  )
  const isRead = operation.access === 'read'
  return {
    name,
    description: `${operation.summary}.`,
    inputSchema: { ...inputSchema(fields), type: 'object' },
    outputSchema: { type: 'object', ...(schemas as Readonly<Record<string, JsonObject>>)[operation.value] },
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: destructive ?? false,
      idempotentHint: isRead || (idempotent ?? false),
      openWorldHint: false,
    },
    call: ({ open }, input) => carryOut(open, name, named, input),
  }
}
