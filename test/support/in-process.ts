import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../src/mailbox.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

/**
 * Acts on a store from this process, for steps that a test needs and does not prove: a program for each costs a tenth of a
 * second. The store is closed at the end, so that programs find it as one of them would leave it.
 */
export async function inProcess<T>(
  location: string,
  act: (as: (address: string) => Promise<Mailbox>) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  try {
    return await act(async (address) => openMailbox(await seat(store, address)))
  } finally {
    await store.close()
  }
}
