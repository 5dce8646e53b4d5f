import { internal } from '../internal.ts'

export const forgetVolatile = internal({
  summary: 'Forget the swarms that were registered for as long as a server runs',
  access: 'write',
  needs: 'own',
  async run({ store }): Promise<void> {
    await store.peers.forgetVolatile()
  },
})
