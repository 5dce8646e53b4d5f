import { isBusy, isElsewhere } from '../../domain/errors.ts'

/** A task that could not be judged, and why: it stays open, and the next caller judges it again. */
export type Unjudged = { readonly task: string; readonly why: string }

/** The requests that ended, and the tasks that could not be judged. */
export type Judged = { readonly ended: readonly number[]; readonly unjudged: readonly Unjudged[] }

/** Asked after each task: whether to go on. `changed`: something in it ended. */
export type GoesOn = (changed: boolean) => Promise<boolean>

/**
 * Judges tasks one after the other: one that fails, or whose data is damaged, keeps no other from its end.
 * @throws MailError `busy` · `no-store`: the store answers for none of them
 */
export async function judgeEach(
  tasks: AsyncIterable<string> | Iterable<string>,
  judge: (task: string) => Promise<readonly number[]>,
  goesOn: GoesOn = async () => true,
): Promise<Judged> {
  const ended: number[] = []
  const unjudged: Unjudged[] = []
  for await (const task of tasks) {
    const before = ended.length
    try {
      ended.push(...(await judge(task)))
    } catch (error) {
      if (isBusy(error) || isElsewhere(error)) throw error
      unjudged.push({ task, why: error instanceof Error ? error.message : String(error) })
    }
    if (!(await goesOn(ended.length > before))) break
  }
  return { ended, unjudged }
}
