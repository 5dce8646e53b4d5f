import { MailError } from '../../domain/errors.ts'
import type { Letter } from '../../domain/message.ts'
import { asksBodies, excerptOf } from '../../domain/query/excerpt.ts'
import { type Query, readQuery } from '../../domain/query/query.ts'
import { flag, requiredTexts, text } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { requireAgent } from '../../services/lookup.ts'
import { messageValue } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const search = operation({
  summary:
    'Find messages by words and from: to: subject: body: kind: priority: is: tag: task: thread: before: after: has:',
  access: 'read',
  asksIndex: true,
  input: {
    query: requiredTexts('Words, "phrases", key:value, and or not ( ), - for not, a final * for beginnings', {
      positional: true,
      dashed: true,
      placeholder: 'QUERY',
    }),
    best: flag('The best matches first instead of the newest'),
    cold: flag('Search the cold files instead'),
    of: text('The agent whose copies `is:` refers to', { completes: 'agent', placeholder: 'ADDRESS' }),
    ...pageFields,
  },
  value: 'found',
  examples: [
    ['watchpost search from:critic is:unread "merge conflict"', "critic's unread mail about merge conflicts"],
    ['watchpost search after:monday before:2h from:critic', 'mail of critic from Monday until two hours ago'],
    [
      'watchpost search "(from:critic or from:coo) and not is:read"',
      'mail of two agents that you have not read',
    ],
    ['watchpost search parser -from:critic -closed', 'messages about parsers that do not mention "closed"'],
  ],
  async run(context, input) {
    const owner =
      input.of === undefined ? context.actor.address : (await requireAgent(context, input.of)).address
    const now = context.now()
    const query = await readQuery(input.query.join(' '), now)
    if (input.cold) {
      if (input.best)
        throw new MailError(
          'usage',
          '--best cannot be combined with --cold: cold files are searched newest first.',
          '',
        )
      const found = await context.store.messages.searchCold(query, owner, now, pageOf(input))
      const bodies = asksBodies(query)
        ? await context.store.messages.searchedBodies(found.rows.map(({ message }) => message.id))
        : []
      return { messages: foundRows(query, found.rows, bodies), next: found.next }
    }
    const { rows, bodies, next } = await context.store.messages.search(query, owner, now, {
      ...pageOf(input),
      best: input.best ?? false,
      bodies: asksBodies(query),
    })
    return { messages: foundRows(query, rows, bodies), next }
  },
})

/** With the part of each text in which the words stand. */
function foundRows(
  query: Query,
  rows: readonly Letter[],
  bodies: readonly string[],
): Values['found']['messages'] {
  if (!asksBodies(query)) return rows.map(messageValue)
  return rows.map((letter, at) => {
    const snippet = excerptOf(query, bodies[at] ?? '')
    return snippet === null ? messageValue(letter) : { ...messageValue(letter), snippet }
  })
}
