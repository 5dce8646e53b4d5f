import { presentFor } from '../../domain/presence.ts'
import { operation } from '../operation.ts'
import { type PresenceValue, presenceValue } from './value.ts'

export const presence = operation({
  summary: 'Who has a terminal inbox open, which thread they are in, and whether they are answering it',
  access: 'read',
  input: {},
  value: 'presences',
  unregistered: true,
  async run({ store, now }): Promise<{ readonly presence: readonly PresenceValue[] }> {
    const here = await store.presence.list(now() - presentFor)
    return { presence: here.map(presenceValue) }
  },
})
