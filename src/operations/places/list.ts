import type { PlacesValue } from '../../values/places-schema.ts'
import { operation } from '../operation.ts'

export const places = operation({
  summary: 'List queues, channels, groups and tags in use, with counts up to 100',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'places',
  examples: [['watchpost places --json', 'every place that collects mail']],
  run: (context): Promise<PlacesValue> => context.store.places.list(context.actor.address, context.now()),
})
