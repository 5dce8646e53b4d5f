import type { Mailbox } from '../../../../mailbox.ts'
import { lookAt } from '../../store-look.ts'
import type { Stores } from '../../stores.ts'
import { troubleId } from '../inbox/fetch-attention.ts'
import type { LoadedBoard, StoreRow, WaitingRow } from './board-state.ts'

/** The first look at some stores is still to come. */
export const lookingWord = 'not looked at yet'

/** The open store answers by itself, so that one which lies elsewhere is in the list, too. */
async function lookAround(mailbox: Mailbox, stores: Stores, rows: boolean) {
  const [look, found] = await Promise.all([lookAt(mailbox, rows), stores.look(rows)])
  const here: StoreRow = { ...stores.name, look, problem: null, writtenAt: null, isHere: true }
  const others = found.stores.map((store): StoreRow => ({ ...store, isHere: false }))
  const isUnknown = ({ look, problem }: StoreRow) =>
    problem === null && (look === null || (rows && look.waiting === null))
  return { rows: [here, ...others], unknown: found.isLooking ? others.filter(isUnknown).length : 0 }
}

export async function fetchStores(mailbox: Mailbox, stores: Stores): Promise<LoadedBoard> {
  const { rows, unknown } = await lookAround(mailbox, stores, false)
  return {
    ...{ name: 'stores', counts: { [lookingWord]: unknown } },
    tables: [{ name: 'stores', count: rows.length, rows, more: false }],
  }
}

export async function fetchAllAttention(mailbox: Mailbox, stores: Stores): Promise<LoadedBoard> {
  const { rows: all, unknown } = await lookAround(mailbox, stores, true)
  const rows = all.flatMap((store): readonly WaitingRow[] =>
    (store.look?.waiting ?? []).map((waiting, place) => ({ id: troubleId(waiting), store, waiting, place })),
  )
  const failed = all.filter(({ problem }) => problem !== null && problem !== 'gone').length
  return {
    ...{ name: 'all-attention', counts: { [lookingWord]: unknown, 'not readable': failed } },
    tables: [{ name: 'rows', count: rows.length, rows, more: false }],
  }
}
