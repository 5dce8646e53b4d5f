import { swarmIn } from '../../domain/addressing/address.ts'
import { systemSubjects } from '../../domain/commission.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { kindRules } from '../../domain/kind.ts'
import type { Message } from '../../domain/message.ts'
import type { Context } from '../context.ts'
import { markCopy } from './mark-copy.ts'
import type { ReadParcel } from './parcel.ts'

const failures: ReadonlySet<string> = new Set([
  systemSubjects.error,
  systemSubjects.router,
  systemSubjects.steps,
])

/**
 * The receipts of a request that failed in another swarm say so, once its system answers with the reason: until then
 * they say that it was acknowledged there.
 */
export async function noteFailed(context: Context, parcel: ReadParcel, asked: Message | null): Promise<void> {
  const { sender, subject, source, body } = parcel
  if (asked === null || sender.address_type !== 'system' || !failures.has(subject)) return
  const copies = await copiesThere(context, asked, source)
  const failed = copies.length === 1 ? copies : copies.filter(({ owner }) => isNamed(owner, body))
  for (const { owner: address } of failed) {
    const copy = { message: asked.id, address }
    // Its sender has the reason already. A failure without an owed answer sends no notice.
    await markCopy(context, copy, { verb: 'ack', at: context.now(), ignore: true })
    await markCopy(context, copy, { verb: 'fail', at: context.now(), reason: body })
  }
}

/** Those that nobody there answered. */
async function copiesThere(context: Context, { id, kind }: Message, swarm: string) {
  const found: Delivery[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof context.store.deliveries.of>> = await context.store.deliveries.of(
      id,
      { limit: 200, after },
    )
    found.push(...page.rows.filter(({ owner }) => swarmIn(owner) === swarm))
    if (page.next === null) break
    after = page.next
  }
  return found.filter(({ owes }) => owes || !kindRules[kind].owes)
}

/** Among several, our servers name the failed ones: `tell-failed.ts`, and `take-parcel.ts` for an unknown name. */
function isNamed(address: string, body: string): boolean {
  const name = address.slice(0, address.lastIndexOf('@'))
  const isUnknown = body.startsWith(`There is no agent ${name} `)
  return isUnknown || body.split('\n').some((line) => line.startsWith(`${name} `))
}
