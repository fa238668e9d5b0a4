# Recorda's image. The build has compilers and every dependency; what runs has neither, and is nobody's root.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY client/package.json ./client/
COPY server/deploy/package.json ./server/deploy/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY proto ./proto
COPY server ./server
COPY client ./client
COPY contract ./contract
COPY ui ./ui
RUN npm run build && npm prune --omit=dev --no-audit --no-fund
# For scanners of images: the packages of npm that are left. It refuses a manifest that asks for what was pruned.
RUN npm pkg delete devDependencies && npm sbom --sbom-format cyclonedx > dist/recorda-image.cdx.json

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
ENV NODE_ENV=production \
    RECORDA_HOST=0.0.0.0 \
    RECORDA_DATA_DIR=/data
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/proto ./proto
COPY --from=build /build/server/embedders ./server/embedders
COPY --from=build /build/server/language/models ./server/language/models
COPY --from=build /build/server/kernel/kernel.wasm ./server/kernel/
COPY --from=build /build/dist ./dist
COPY LICENSE README.md ./
RUN install -d -o node -g node /data /keys
USER 1000:1000
VOLUME /data
EXPOSE 50051 50052 9464
# It drains on SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "dist/server/main.js", "health"]
ENTRYPOINT ["node", "dist/server/main.js"]
CMD ["serve"]
