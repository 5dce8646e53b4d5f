import { operation } from '../operation.ts'

export const whoami = operation({
  summary: 'Who you are here, and how that was found',
  access: 'read',
  unregistered: true,
  tellsPrincipal: true,
  input: {},
  value: 'whoami',
  async run({ actor, principal, how, session }) {
    return { address: actor.address, actor: (principal ?? actor).address, how, session }
  },
})
