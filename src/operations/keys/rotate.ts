import { flag } from '../../input/input.ts'
import { requireKeyOwner } from '../../services/keys/own-key.ts'
import { listKey } from '../../services/keys/public-keys.ts'
import { requireRing } from '../../services/keys/ring.ts'
import { keyValues } from '../../services/keys/value.ts'
import { operation } from '../operation.ts'

export const rotateKey = operation({
  summary: 'Replace your key on this machine for later mail; your older keys stay and open older mail',
  access: 'write',
  needs: 'own',
  input: {
    only: flag('Also take keys of other machines off the list, such as one that you lost'),
  },
  value: 'keys',
  examples: [['watchpost keys rotate --as critic', 'makes a new key for critic']],
  async run(context, { only = false }) {
    await requireKeyOwner(context)
    const ring = await requireRing(context)
    const holder = context.actor.address
    const older = new Set((await ring.keysOf(holder)).map(({ key }) => key))
    const made = { ...(await ring.make(holder, context.now())), machine: ring.machine }
    const listed = await listKey(context, holder, made, (before) => [
      made,
      ...before.filter(
        ({ key, machine }) => !only && key !== made.key && !older.has(key) && machine !== ring.machine,
      ),
    ])
    return { keys: await keyValues(ring, holder, listed) }
  },
})
