import type { Mailbox } from '../../../../mailbox.ts'
import type { LoadedColumn, LoadedWork, WorkRequest } from './work-state.ts'

const usual = 100

export async function fetchWork(mailbox: Mailbox, { view, only, wanted }: WorkRequest): Promise<LoadedWork> {
  const [first = usual] = wanted
  switch (view) {
    case 'debates':
      return fetchDebates(mailbox, first)
    case 'tasks':
      return fetchTasks(mailbox, first)
    case 'queues':
      return fetchQueues(mailbox, only, wanted)
  }
}

async function fetchDebates(mailbox: Mailbox, wanted: number): Promise<LoadedWork> {
  const page = await paged(wanted, (limit, after) =>
    mailbox.debateBoard({ limit, ...(after !== null && { after }) }),
  )
  const { counts } = page.last
  const { deadlock, open, consensus } = counts
  const rows = page.answers.flatMap(({ debates }) =>
    debates.map((debate) => ({ type: 'debate', key: debate.thread, debate }) as const),
  )
  return {
    view: 'debates',
    columns: [{ name: 'debates', count: deadlock + open + consensus, rows, more: page.last.next !== null }],
    note: countWords({ deadlocked: deadlock, open, 'decided today': consensus }),
  }
}

async function fetchTasks(mailbox: Mailbox, wanted: number): Promise<LoadedWork> {
  const page = await paged(wanted, (limit, after) =>
    mailbox.taskBoard({ limit, ...(after !== null && { after }) }),
  )
  const { breakpoint, running, completed } = page.last.counts
  const rows = page.answers.flatMap(({ tasks }) =>
    tasks.map((task) => ({ type: 'task', key: task.id, task }) as const),
  )
  return {
    view: 'tasks',
    columns: [
      { name: 'tasks', count: breakpoint + running + completed, rows, more: page.last.next !== null },
    ],
    note: countWords({ 'waiting for you': breakpoint, running, completed }),
  }
}

/** One answer has the first page of every column; only a column that was read further asks for more. */
async function fetchQueues(
  mailbox: Mailbox,
  only: string | undefined,
  wanted: readonly number[],
): Promise<LoadedWork> {
  const of = only === undefined ? {} : { queue: only }
  const { columns: pages } = await mailbox.queueBoard({ ...of, limit: usual })
  const columns = await Promise.all(
    pages.map(async ({ column, count, items: firstItems, next: firstNext }, at): Promise<LoadedColumn> => {
      const items = [...firstItems]
      let next = firstNext
      while (next !== null && items.length < (wanted[at] ?? usual)) {
        const limit = Math.min(longestPage, (wanted[at] ?? usual) - items.length)
        const [more] = (await mailbox.queueBoard({ ...of, column, limit, after: next })).columns
        items.push(...(more?.items ?? []))
        next = more?.next ?? null
      }
      const rows = items.map((item) => ({ type: 'item', key: `${item.queue} ${item.id}`, item }) as const)
      return { name: column, count, rows, more: next !== null }
    }),
  )
  const note = only === undefined ? 'all queues' : `queue ${only}`
  return { view: 'queues', ...(only !== undefined && { only }), columns, note }
}

/** `3 open · 1 decided`; nothing is said of what there is none of. */
function countWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
    .join(' · ')
}

const longestPage = 500

/** Pages until there are as many rows as are wanted, or no more. */
async function paged<A extends { readonly next: string | null }>(
  wanted: number,
  ask: (limit: number, after: string | null) => Promise<A>,
): Promise<{ readonly answers: readonly A[]; readonly last: A }> {
  const answers: A[] = []
  for (let left = wanted; ; left -= longestPage) {
    const last: A = await ask(Math.min(left, longestPage), answers.at(-1)?.next ?? null)
    answers.push(last)
    if (last.next === null || left <= longestPage) return { answers, last }
  }
}
