import type { MailStore, Moved } from '../../../store/mail-store.ts'
import { isMailError } from '../../domain/errors.ts'
import type { Move } from '../../domain/lifecycle.ts'
import type { Letter } from '../../domain/message.ts'
import { own } from '../../domain/own.ts'
import { type Agent, isLiving } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

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
 * In the name of upkeep: what ends an agent's work ends its caller's wait. The work is settled already, so whatever goes wrong here
 * is made good by upkeep, and by the server whose callers wait.
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
    // Most tasks are among agents, and nobody waits for their end.
    for (const task of new Set(letters.flatMap(({ message }) => message.task ?? [])))
      if ((await context.store.commissions.find(task)) !== null)
        await (await import('../tasks/judge.ts')).judgeTask(context, task)
  } catch (error) {
    if (!isMailError(error)) throw error
  }
}

/** What an agent had to do is settled once it is retired. */
async function afterRetiring(context: Context, agent: Agent): Promise<void> {
  if (!isLiving(agent)) await (await import('../tasks/judge-open.ts')).judgeOpenTasks(context)
}
