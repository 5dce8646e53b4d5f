import { isMailError } from '../../../domain/errors.ts'
import { shortId } from '../../../domain/id.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import { tellDeadlock } from '../../debates/notices.ts'
import { readDebate } from '../../debates/read.ts'
import { judge } from '../../debates/settle.ts'
import { type Act, batchSize, goesOn, type Round } from '../act.ts'

/**
 * Finishes what the last speaker's process did not: stores decisions, writes them to SUBPOR.md, and reports deadlocks
 * once there is a recipient.
 */
export const settleDebates: Act = async (round) => [
  ...(await judgeAll(round)),
  ...(await tellDeadlocks(round)),
  ...(await fileDecisions(round)),
]

async function judgeAll(round: Round): Promise<readonly ActValue[]> {
  const { context, rehearsal } = round
  const done: ActValue[] = []
  for (const thread of await context.store.debates.unjudged(batchSize)) {
    const id = shortId(thread)
    const why = 'It has new messages.'
    if (rehearsal) {
      done.push({ act: 'debates', what: `would evaluate debate ${id}`, why, messages: [id] })
      continue
    }
    const settled = await judge(context, thread)
    if (settled === null) continue
    const { decided, told, debate } = settled
    const stands = debate.consensus ? 'consensus' : debate.deadlock ? 'deadlock' : 'open'
    if (decided || told.length > 0 || debate.deadlock)
      done.push({ act: 'debates', what: `evaluated debate ${id}: ${stands}`, why, messages: [id, ...told] })
    if (!(await goesOn(round))) break
  }
  return done
}

async function tellDeadlocks({ context, rehearsal }: Round): Promise<readonly ActValue[]> {
  const done: ActValue[] = []
  if (rehearsal) return done
  const { rows } = await context.store.debates.list('deadlock', { limit: batchSize, after: null })
  for (const { thread } of rows) {
    const read = await readDebate(context, thread)
    const told = read.debate.deadlock ? await tellDeadlock(context, read) : []
    const what = `reported the deadlock in ${shortId(thread)}`
    if (told.length > 0)
      done.push({
        act: 'debates',
        what,
        why: 'There was no recipient for the report before.',
        messages: told,
      })
  }
  return done
}

async function fileDecisions({ context, rehearsal }: Round): Promise<readonly ActValue[]> {
  const { debates } = context.store
  const why = 'SUBPOR.md lists all decisions.'
  const waiting = await debates.unfiled()
  if (waiting === 0) return []
  const decisions = waiting === 1 ? '1 decision' : `${waiting} decisions`
  if (rehearsal) return [{ act: 'debates', what: `would record ${decisions}`, why, messages: [] }]
  try {
    const filed = await debates.file(batchSize)
    return [{ act: 'debates', what: `recorded ${decisions}`, why, messages: filed.map(shortId) }]
  } catch (error) {
    if (!isMailError(error) || error.code !== 'not-allowed') throw error
    return [{ act: 'debates', what: `could not record ${decisions}`, why: error.message, messages: [] }]
  }
}
