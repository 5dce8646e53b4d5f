import type { Places } from '../../../store/mail-store.ts'
import { operation } from '../operation.ts'

export type PlacesValue = Places

export const places = operation({
  summary: 'List queues, channels, groups and tags in use, with counts up to 100',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'places',
  examples: [['watchpost places --json', 'every place that collects mail']],
  run: (context): Promise<PlacesValue> => context.store.places.list(context.actor.address, context.now()),
})
