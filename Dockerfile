# A container image with citool. Build it, then apply a filter to an image file of the current folder:
#   docker build -t citool .
#   docker run --rm -v "$PWD:/images" citool apply in.jpg -f CISepiaTone -o out.png
# Each RUN line is a step of scripts/container. scripts/test runs the same steps without Docker.
ARG SWIFT=6.3-bookworm

FROM swift:${SWIFT} AS build
WORKDIR /coreimage
COPY . .
RUN scripts/container packages
RUN scripts/container build

FROM swift:${SWIFT}-slim
WORKDIR /coreimage
COPY scripts scripts
COPY Examples/Photographs Examples/Photographs
RUN scripts/container libraries
COPY --from=build /coreimage/.build/container/citool /usr/local/bin/citool
RUN scripts/container try
WORKDIR /images
ENTRYPOINT ["citool"]
