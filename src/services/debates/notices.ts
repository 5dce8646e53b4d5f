import { plays } from '../../domain/debates/foreman.ts'
import { isMailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isStance } from '../../domain/kind.ts'
import { isLiving, isPerson } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { postNotice } from '../posting/notice.ts'
import type { ReadDebate } from './read.ts'
import { debateValue, topicOf } from './value.ts'

/** Foreman, then auxiliary, then the human (CCCC, "Deadlock Handling"): one notice to all of them, in this order. */
const routes = ['foreman', 'auxiliary'] as const

/** Sends one notice per deadlock: a debate that moved on and is stuck again is reported again. */
export async function tellDeadlock(context: Context, read: ReadDebate): Promise<readonly string[]> {
  if (!context.settings.debate.escalateOnDeadlock) return []
  const { thread, messages, debate } = read
  const { deadlockReason, deadlockSince, rounds } = debate
  const why =
    deadlockReason === 'counters'
      ? 'Counters follow counters: no participant brings evidence or concedes.'
      : `The debate took ${rounds} rounds; the limit is ${context.settings.debate.mostRounds}.`
  const since = messages.filter(({ id, kind }) => id <= (deadlockSince ?? 0) && isStance(kind)).length
  return tell(context, read, {
    subject: `Deadlock: ${topicOf(read)}`,
    key: `deadlock:${thread}:round ${since}`,
    tags: ['deadlock'],
    body: `${why}\n\n${stancesOf(read)}\n\n${waysOut(shortId(thread))}`,
  })
}

/** Notifies people of debates on the topics that they want to decide, from the first claim. */
export async function tellTopic(context: Context, read: ReadDebate): Promise<readonly string[]> {
  const { escalates } = debateValue(context, read)
  if (escalates.length === 0) return []
  const topics = escalates.join(', ')
  return tell(context, read, {
    subject: `Debate on ${topics}: ${topicOf(read)}`,
    key: `debate-topic:${read.thread}`,
    tags: ['escalate-topic'],
    body: `You are notified of this debate because mailbox.escalate_topics contains ${topics}.\n\n${stancesOf(read)}\n\n${waysOut(shortId(read.thread))}`,
  })
}

function stancesOf({ debate }: ReadDebate): string {
  return debate.participants.map((who) => `- ${who}: ${debate.stances[who] ?? 'no position yet'}`).join('\n')
}

/** A paragraph before them keeps them from being read as one list with the positions. */
function waysOut(thread: string): string {
  return [
    'What you can do:',
    `- See all positions: \`watchpost debate show ${thread}\``,
    `- Give direction: \`watchpost send PEERS --thread ${thread} --kind directive\``,
    `- Decide: \`watchpost debate resolve ${thread} --force-consensus --decision TEXT\``,
  ].join('\n')
}

type Told = {
  readonly subject: string
  readonly key: string
  readonly tags: readonly string[]
  readonly body: string
}

/** The id of the notice, if this call sent it. */
async function tell(
  context: Context,
  { thread, messages }: ReadDebate,
  told: Told,
): Promise<readonly string[]> {
  if ((await context.store.upkeep.sentKeys([told.key])).length > 0) return []
  const to = await listeners(context)
  if (to.length === 0) return []
  const about = { id: messages.at(-1)?.id ?? thread, thread }
  try {
    const notice = { ...told, subject: told.subject.slice(0, 200), to, about, priority: 'high' } as const
    const { id, duplicate } = await postNotice(context, notice)
    return duplicate ? [] : [shortId(id)]
  } catch (error) {
    // Another process sent the notice, or its recipient has just left: patrol tries again.
    if (isMailError(error) && (error.code === 'conflict' || error.code === 'not-found')) return []
    throw error
  }
}

async function listeners({ store }: Context): Promise<readonly string[]> {
  const question = {
    names: [...routes],
    roles: [...routes],
    tags: [],
    swarms: [],
    everyone: false,
    people: true,
  }
  const { agents } = await store.roster.lookUp(question)
  const living = agents.filter(isLiving)
  const holding = (route: string) => living.filter((agent) => plays(agent, route))
  const found = [...routes.flatMap(holding), ...living.filter(isPerson)]
  return [...new Set(found.map(({ address }) => address))]
}
