import { placeAddress } from '../../domain/places.ts'
import { all } from '../../services/exchange/directory.ts'
import { internal } from '../internal.ts'

export type MadePlace = {
  readonly address: string
  readonly members: readonly string[]
  readonly isOpen: boolean
  /** `null` where the log does not say. */
  readonly maker: string | null
}

const limit = 500

export const madePlaces = internal({
  summary: 'List all groups and channels with their members and makers',
  access: 'read',
  async run({ store }): Promise<readonly MadePlace[]> {
    const groups = await all((after) => store.groups.list({ limit, after, makers: true }))
    const channels = await all((after) => store.channels.list({ limit, after, makers: true }))
    return [
      ...groups.map(({ name, members, maker = null }) => ({
        address: placeAddress('group', name),
        members,
        isOpen: true,
        maker,
      })),
      ...channels.map(({ name, subscribers, status, maker = null }) => ({
        address: placeAddress('channel', name),
        members: subscribers,
        isOpen: status === 'active',
        maker,
      })),
    ]
  },
})
