declare module 'picomatch' {
  // biome-ignore lint/style/noDefaultExport: the package has it so
  export default function picomatch(
    glob: string,
    options?: { readonly dot?: boolean; readonly posix?: boolean },
  ): (path: string) => boolean
}
