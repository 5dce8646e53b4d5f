import type { MailStore, Moved } from '../../../store/mail-store.ts'
import type { Move } from '../../domain/lifecycle.ts'
import type { Letter } from '../../domain/message.ts'
import { own } from '../../domain/own.ts'
import { type Agent, isLiving } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { someoneCompletes } from '../swarms/supervisors.ts'
import { judgeTask } from '../tasks/judge.ts'
import { judgeEach } from '../tasks/judge-each.ts'
import { judgeOpenTasks, judgeTasksOf } from '../tasks/judge-open.ts'

type Settled = (
  done: never,
  args: readonly never[],
  store: MailStore,
) => readonly Letter[] | Promise<readonly Letter[]>

/** The mail that a method of the port settled. */
const lettersOf: Readonly<Record<string, Settled>> = {
  'deliveries.move': (moved: readonly Moved[], args: readonly unknown[]) =>
    ends(args[3] as Move) ? changed(moved) : [],
  'deliveries.retract': async (done: Awaited<ReturnType<MailStore['deliveries']['retract']>>, _, store) => {
    const letters = done.map(({ message, problem }) =>
      problem === null ? store.messages.read(message, null).catch(() => null) : null,
    )
    return (await Promise.all(letters)).filter((letter) => letter !== null)
  },
  'queues.finish': changed,
  'queues.finishAndClaim': ({ moved }: { readonly moved: Moved }) => changed([moved]),
  'queues.giveUp': (letter: Letter) => [letter],
  'log.reverse': ({ letters }: { readonly letters: readonly Letter[] }) => letters,
}

function ends({ verb, ignore }: Move): boolean {
  return verb === 'complete' || verb === 'archive' || verb === 'fail' || (verb === 'ack' && ignore === true)
}

function changed(moved: readonly Moved[]): readonly Letter[] {
  return moved.flatMap((one) => (one.changed ? [one.letter] : []))
}

/**
 * In the name of upkeep: what ends an agent's work ends its caller's wait. The work is settled already, so nothing that goes wrong
 * here fails it. The tasks stay open: upkeep, and the server whose callers wait, judge them again, and report what still goes wrong.
 */
export async function afterSettling(
  context: Context,
  method: string,
  done: unknown,
  args: readonly never[],
): Promise<void> {
  try {
    if (method === 'roster.setState') return await afterRetiring(context, done as Agent)
    const letters = (await own(lettersOf, method)?.(done as never, args, context.store)) ?? []
    const tasks = new Set(letters.flatMap(({ message }) => message.task ?? []))
    // Most tasks are among agents, and nobody waits for their end.
    await judgeEach(tasks, (id) => judgeServed(context, id))
  } catch {
    // Made good as told above.
  }
}

async function judgeServed(context: Context, task: string): Promise<readonly number[]> {
  if ((await context.store.commissions.find(task)) === null) return []
  return judgeTask(context, task)
}

/** What an agent had to do is settled once it is retired. Where nobody may complete tasks any more, answers end them. */
async function afterRetiring(context: Context, agent: Agent): Promise<void> {
  if (isLiving(agent)) return
  if (agent.canComplete && !(await someoneCompletes(context))) await judgeOpenTasks(context)
  else await judgeTasksOf(context, agent.address)
}
