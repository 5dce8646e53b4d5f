import { byGravity } from '../../domain/attention.ts'
import { operation } from '../operation.ts'
import type { Values } from '../schemas.ts'
import { debateTrouble } from './debates.ts'
import { ownTrouble } from './mail.ts'
import { sentTrouble } from './sent.ts'
import { agentTrouble, queueTrouble } from './swarm.ts'
import { workTrouble } from './work.ts'

export const attention = operation({
  summary:
    'List what needs a person now, most serious first, with the reason and the command that resolves it',
  access: 'read',
  input: {},
  value: 'attention',
  examples: [
    [
      'watchpost attention',
      'urgent mail, escalations, deadlocked debates, silent agents, dead letters, overdue answers',
    ],
  ],
  /** Each part looks at a limited number of rows, whatever the size of the store. */
  async run(context): Promise<Values['attention']> {
    const parts = [ownTrouble, sentTrouble, debateTrouble, agentTrouble, workTrouble, queueTrouble]
    const rows = (await Promise.all(parts.map((part) => part(context)))).flat()
    return { attention: rows.toSorted(byGravity) }
  },
})
