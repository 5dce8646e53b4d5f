import { ensureKey, requireKeyOwner } from '../../services/keys/own-key.ts'
import { publicKeys } from '../../services/keys/public-keys.ts'
import { requireRing } from '../../services/keys/ring.ts'
import { keyValues } from '../../services/keys/value.ts'
import { operation } from '../operation.ts'

export const makeKey = operation({
  summary: 'Make your key on this machine, so that others can send you sealed mail; safe to repeat',
  access: 'write',
  needs: 'own',
  input: {},
  value: 'keys',
  examples: [['watchpost keys make --as critic', 'makes the key of critic, where there is none yet']],
  async run(context) {
    await requireKeyOwner(context)
    const ring = await requireRing(context)
    const holder = context.actor.address
    await ensureKey(context, ring, holder)
    return { keys: await keyValues(ring, holder, (await publicKeys(context)).get(holder) ?? []) }
  },
})
