declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]
  type FrameOptions = {
    readonly palette?: Palette
    readonly delay?: number
    readonly transparent?: boolean
    readonly transparentIndex?: number
    readonly dispose?: number
  }
  type Encoder = {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void
    finish(): void
    bytes(): Uint8Array
  }
  const gifenc: {
    GIFEncoder(): Encoder
    quantize(rgba: Uint8Array, most: number): Palette
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
  }
  // biome-ignore lint/style/noDefaultExport: the library has no other
  export default gifenc
}
