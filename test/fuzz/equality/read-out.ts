import { everybody, keyboard, person } from './cast.ts'
import type { Seen } from './seen.ts'

type Call = {
  readonly as: string
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

/** All that a history left: mailboxes, threads, the log, the roster, and an export with what it contains. */
export function readOut({ messages }: Seen): readonly Call[] {
  const asPerson = (operation: string, input: Call['input'] = {}): Call => ({ as: person, operation, input })
  return [
    ...everybody.flatMap((as) => [
      { as, operation: 'inbox', input: { all: true, limit: 500 } },
      { as, operation: 'owed', input: {} },
      { as, operation: 'journal', input: { limit: 500 } },
    ]),
    ...messages.flatMap((message) => [
      asPerson('thread', { message, full: true }),
      asPerson('history', { message, limit: 500 }),
    ]),
    { as: keyboard.address, operation: 'listAgents', input: { limit: 500 } },
    ...['attention', 'fleet', 'places', 'listTasks', 'listDebates', 'listQueues', 'listLoops'].map((one) =>
      asPerson(one),
    ),
    asPerson('exportMail', { path: '<folder>/at-the-end', format: 'haak' }),
    asPerson('validate', { path: '<folder>/at-the-end', format: 'haak' }),
  ]
}
