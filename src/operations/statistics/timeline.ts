import type { Moment } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { Kind } from '../../domain/kind.ts'
import { text } from '../../input/input.ts'
import { pageFields, pageOf } from '../../input/paging.ts'
import { requireAgent } from '../../services/lookup.ts'
import { iso } from '../../services/values.ts'
import type { MomentValue } from '../../values/statistics-schema.ts'
import { operation } from '../operation.ts'

export const timeline = operation({
  summary: 'List what an agent sent, received and did, newest first',
  access: 'read',
  input: {
    agent: text('The agent (default: you)', { positional: true, completes: 'agent', placeholder: 'AGENT' }),
    ...pageFields,
  },
  value: 'timeline',
  async run(context, input) {
    const { address } = input.agent === undefined ? context.actor : await requireAgent(context, input.agent)
    const { rows, next } = await context.store.statistics.timeline(address, pageOf(input))
    return { agent: address, timeline: rows.map(momentValue), next }
  },
})

function momentValue({ at, what, message, kind, subject, other }: Moment): MomentValue {
  return { at: iso(at), what, message: shortId(message), kind: kind as Kind, subject, other }
}
