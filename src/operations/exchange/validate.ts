import { isMailError } from '../../domain/errors.ts'
import { readAddresses } from '../../domain/resolve.ts'
import { gather } from '../../formats/gather.ts'
import { operation } from '../operation.ts'
import { senderOf } from './addressing.ts'
import { readFolder } from './read-folder.ts'
import { type ExchangeValue, formatField, loadFormat, openFolder, pathField } from './value.ts'

export const validate = operation({
  summary: 'Check what another system keeps, and say what could not be taken in and why',
  access: 'read',
  unregistered: true,
  input: {
    path: pathField('Its folder, or one file of it'),
    format: formatField,
  },
  value: 'exchanged',
  async run(context, { path, format: name }): Promise<ExchangeValue> {
    const format = await loadFormat(name)
    const folder = await openFolder(context, path, 'read')
    const { parcels, marks, skipped } = gather(format, readFolder(format, folder))
    const misaddressed = parcels.flatMap(({ parcel, where }) => {
      try {
        senderOf(parcel.from)
        readAddresses([...parcel.to, ...parcel.cc])
        return []
      } catch (error) {
        if (!isMailError(error)) throw error
        return [{ where, why: error.message }]
      }
    })
    return { read: parcels.length + marks.length, written: 0, skipped: [...skipped, ...misaddressed] }
  },
})
