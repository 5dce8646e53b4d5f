import { operation } from '../operation.ts'

export const whoami = operation({
  summary: 'Show who you are here and how that was determined',
  access: 'read',
  unregistered: true,
  nameless: 'nobody',
  tellsPrincipal: true,
  input: {},
  value: 'whoami',
  async run({ actor, principal, how, session }) {
    const known = how === 'none' ? null : actor
    return {
      address: known?.address ?? null,
      kind: known?.kind ?? null,
      actor: (principal ?? actor).address,
      how,
      session,
    }
  },
})
