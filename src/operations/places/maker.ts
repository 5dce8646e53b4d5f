import { internal } from '../internal.ts'

export const placeMaker = internal({
  summary: 'Find who made a group, queue or channel; null where the log does not say',
  access: 'read',
  run: ({ store }, { address }: { readonly address: string }): Promise<string | null> =>
    store.places.maker(address),
})
