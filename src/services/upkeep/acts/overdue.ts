import { isMailError } from '../../../domain/errors.ts'
import { shortId } from '../../../domain/id.ts'
import { type Letter, titleOf } from '../../../domain/message.ts'
import { overdueKey } from '../../../domain/overdue.ts'
import { isPerson } from '../../../domain/roster.ts'
import type { ActValue } from '../../../values/upkeep-schema.ts'
import type { Context } from '../../context.ts'
import { readAnyway } from '../../mail/read-anyway.ts'
import { postNotice } from '../../posting/notice.ts'
import { type Act, goesOn, lookedForIn } from '../act.ts'

/** `to`: who is told, the debtor first. */
type Debt = {
  readonly letter: Letter
  readonly owner: string
  readonly key: string
  readonly to: readonly string[]
}

/**
 * Reminds agents once of answers that are owed longer than `patrol.overdue_after`; the waiting agent sees the reminder. People see both in
 * Attention, and get no mail for it.
 */
export const askOverdue: Act = async (round) => {
  const { context, rehearsal } = round
  const done: ActValue[] = []
  for (const debt of await untoldDebts(context, lookedForIn(round))) {
    const { owner, letter, to } = debt
    const [would, did] = to[0] === owner ? ['remind', 'reminded'] : ['tell', 'told']
    const title = shortId(letter.message.id)
    const why = `${owner} has owed ${letter.message.from} an answer since ${iso(letter.message.sentAt)}.`
    if (rehearsal)
      done.push({ act: 'overdue', what: `would ${would} ${to[0]} of ${title}`, why, messages: [title] })
    else if (await ask(context, debt, why)) {
      done.push({ act: 'overdue', what: `${did} ${to[0]} of ${title}`, why, messages: [title] })
    }
    if (!rehearsal && !(await goesOn(round))) break
  }
  return done
}

async function untoldDebts({ store, now, settings }: Context, limit: number): Promise<readonly Debt[]> {
  const overdue = await store.upkeep.overdue(now() - settings.patrol.overdueAfter, limit)
  const debts: Debt[] = []
  for (const { owner, message } of overdue) {
    const letter = await readAnyway(store, message, owner)
    if (!letter?.delivery?.owes) continue
    const to = await listenersOf(store, owner, letter.message.from)
    if (to.length > 0) debts.push({ letter, owner, key: overdueKey(message, owner), to })
  }
  return debts
}

/** The agents among who owes the answer and who waits for it. */
async function listenersOf(store: Context['store'], owner: string, from: string): Promise<readonly string[]> {
  const agents = await Promise.all([...new Set([owner, from])].map((address) => store.roster.find(address)))
  return agents.flatMap((agent) =>
    agent === null || agent.state === 'dead' || isPerson(agent) ? [] : [agent.address],
  )
}

async function ask(context: Context, { letter, owner, key, to }: Debt, why: string): Promise<boolean> {
  const { message } = letter
  const how = `Answer with \`watchpost reply ${shortId(message.id)}\`, or close it with \`complete\` or \`fail\`.`
  try {
    const { duplicate } = await postNotice(context, {
      to,
      subject: `Overdue: ${titleOf(message)}`.slice(0, 200),
      body: to.includes(owner) ? `${why}\n\n${how}` : why,
      about: message,
      key,
      tags: ['overdue'],
    })
    return !duplicate
  } catch (error) {
    // Another process sent the reminder, or there is no recipient.
    if (isMailError(error) && (error.code === 'conflict' || error.code === 'not-found')) return false
    throw error
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
