import { operation } from '../operation.ts'
import { ensureKey } from './own-key.ts'
import { publicKeys } from './public-keys.ts'
import { requireRing } from './ring.ts'
import { keyValues } from './value.ts'

export const makeKey = operation({
  summary: 'Make your key on this machine, so that others can send you sealed mail; safe to repeat',
  access: 'write',
  input: {},
  value: 'keys',
  examples: [['watchpost keys make --as critic', 'makes the key of critic, where there is none yet']],
  async run(context) {
    const ring = await requireRing(context)
    const holder = context.actor.address
    await ensureKey(context, ring, holder)
    return { keys: await keyValues(ring, holder, (await publicKeys(context)).get(holder) ?? []) }
  },
})
